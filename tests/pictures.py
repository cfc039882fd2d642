"""Make the pictures of the README and the site anew from the software.

    .venv/bin/python tests/pictures.py                       # all pictures, light and dark
    .venv/bin/python tests/pictures.py playground moving     # or some: playground, moving, explorer

It needs Chromium. `notebooks/images/sources.json` says of what each group was made, and a test
compares that with the texts, styles and scripts of today; what only computes is not in it.
"""

import argparse
import contextlib
import hashlib
import io
import json
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
IMAGES, PAGE = ROOT / "notebooks" / "images", ROOT / "data" / "playground"
RECORD = IMAGES / "sources.json"
SCRIPTS = ROOT / "memlab" / "playground" / "page"
SOURCES = {      # what a reader sees of each: folders, and suffixes of the files in them
    "playground": [(SCRIPTS, (".js", ".css", ".html", ".toml"))],
    "moving": [(SCRIPTS, (".js", ".css", ".html", ".toml"))],
    "explorer": [(ROOT / "memlab" / "explorer", (".js", ".css", ".toml", ".j2"))],
}
FRAMES = 25
SCHEMES = {"": "light", "-dark": "dark"}


def digest(group):
    """The sum of a group's sources: str."""
    found = hashlib.sha256()
    for folder, suffixes in SOURCES[group]:
        for path in sorted(folder.rglob("*")):
            if path.suffix in suffixes:
                found.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return found.hexdigest()[:16]


@contextlib.contextmanager
def opened(fragment, width, height, scheme="light"):
    """The playground in a tab of Chromium."""
    import browsing

    address = (PAGE / "playground.html").as_uri()
    with browsing.browse(address, width, height) as tab:
        tab.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        tab.goto(f"{address}#{fragment}")
        tab.wait_for_selector("body[data-ready]")
        yield tab


def advance(tab, evaluations):
    """Go on with the race that is shown until it has had so many evaluations, and draw it."""
    tab.evaluate("""async evaluations => {
        const left = () => evaluations - Number(view().status().replace(/\\D/g, ""));
        for (let turn = 0; turn < 1000 && left() > 0 && !view().finished(); turn++)
            await alone(() => view().go(left(), app.values));
        draw();
        await new Promise(done => setTimeout(() => requestAnimationFrame(done), 100));
    }""", evaluations)


def playground():
    """`data/playground/playground.png`: a race of all modes, in the middle."""
    with opened("view=race&graph=er_small-0", 1280, 800) as tab:
        advance(tab, 12_000)
        tab.screenshot(path=PAGE / "playground.png")


def moving():
    """`notebooks/images/moving.png` and `moving-dark.png`: the tour's race, from its beginning.

    They are animated PNG, of 128 colours; where nothing moves, the first picture stands.
    """
    from PIL import Image

    for name, scheme in SCHEMES.items():
        frames = []
        with opened("tour=3", 1100, 700, scheme) as tab:
            for place in range(FRAMES):
                advance(tab, 40_000 * place // (FRAMES - 1))
                shot = tab.locator("#stage").screenshot()
                frames.append(Image.open(io.BytesIO(shot)).convert("RGB"))
        size, palette = frames[0].size, frames[-1].quantize(128)      # the verdict makes it higher
        frames = [frame.crop((0, 0, *size)).quantize(palette=palette, dither=Image.Dither.NONE)
                  for frame in frames]
        times = [300] * (FRAMES - 1) + [6_000]
        frames[0].save(IMAGES / f"moving{name}.png", save_all=True, append_images=frames[1:],
                       duration=times, loop=0, optimize=True)


def explorer():
    """`race.png` and `inside.png` in `notebooks/images`, and both in the dark: the explorer."""
    import browsing
    import exploring

    from memlab.commands import explore

    lines = {"race": "Explorer('race', repeats=3, budget=20_000)",
             "inside": "Explorer('inside', repeats=1, budget=10_000)"}
    with (tempfile.TemporaryDirectory() as folder, exploring.lab(Path(folder)) as server,
          exploring.opened_notebook(*server, "explorer.ipynb",
                                    explore.notebook(lines["race"])) as page):
        page.set_viewport_size({"width": 1366, "height": 900})
        for view, line in lines.items():
            exploring.opened(page, line)
            for told in page.locator(".memlab-info[open] > summary:visible").all():
                told.click()
            exploring.chosen(page, "speed").select_option("as fast as it goes")
            exploring.button(page, "Run").click()
            exploring.state(page, "finished")
            for name, scheme in SCHEMES.items():
                browsing.set_theme(page, f"JupyterLab {scheme.capitalize()}")
                page.wait_for_timeout(1_000)
                page.locator(".memlab").screenshot(path=IMAGES / f"{view}{name}.png")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=", ".join(SOURCES))
    given = parser.parse_args()
    record = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {}
    for group in given.groups or SOURCES:
        {"playground": playground, "moving": moving, "explorer": explorer}[group]()
        record[group] = digest(group)
        RECORD.write_text(json.dumps(record, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "helpers")]
    main()
