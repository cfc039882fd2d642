"""Templates of the pages."""

import jinja2

TEMPLATES = jinja2.Environment(
    loader=jinja2.PackageLoader("memlab.report"), autoescape=True, trim_blocks=True,
    lstrip_blocks=True, undefined=jinja2.StrictUndefined)
