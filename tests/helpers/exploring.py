"""The explorer on a page of JupyterLab: how to find its parts, use them, and time them.

What has to be timed is timed by the page itself, not by looking at it from outside every now and
then.
"""

import contextlib
import os
import time
from pathlib import Path

import browsing
from playwright.sync_api import TimeoutError

SHOTS = Path(os.environ.get("MEMLAB_SCREENSHOTS", browsing.ROOT / "runs" / "screenshots"))

_CANVASES = """() => [...document.querySelectorAll('.memlab canvas')]
               .filter(canvas => canvas.clientWidth).map(canvas => canvas.toDataURL())"""
_FRAMES = "() => Number(document.querySelector('.memlab {}').dataset.frame)"


@contextlib.contextmanager
def lab(folder):
    """A JupyterLab, if there is a browser: its folder of notebooks, and its address."""
    browsing.required("Chromium", browsing.CHROMIUM)
    SHOTS.mkdir(parents=True, exist_ok=True)
    with browsing.serve(folder) as address:
        yield folder / "notebooks", address


@contextlib.contextmanager
def opened_notebook(folder, address, name, text):
    """A page with a notebook of this text, whose cells are run, and in which nothing goes wrong."""
    with browsing.browse(address) as page:
        page.notebook = folder / name
        page.notebook.write_text(text, "utf-8")
        browsing.open_notebook(page, address, name)
        browsing.run_all(page)
        state(page, "ready")
        yield page


def shoot(page, name):
    """Keep a picture of the explorer."""
    page.locator(".memlab").screenshot(path=SHOTS / f"{name}.png")


def button(page, name):
    """The button of that name; *Run* and *Begin anew* have pictures."""
    return page.locator(f".memlab button:visible:is([title^='{name}'], :text-is('{name}'))")


def state(page, name):
    """Wait until an explorer is in that state; if it never is, say in which it is."""
    try:
        page.locator(f".memlab [data-state={name}]:visible").first.wait_for()
    except TimeoutError as error:
        shown = page.locator(".memlab [data-state]:visible").evaluate_all(
            "parts => parts.map(part => part.dataset.state)")
        said = page.locator(".memlab [role=alert]:visible").all_inner_texts()
        raise AssertionError(f"waited for {name}; it is {shown}, says {said}, and has done "
                             f"{numbers(page, 'evaluations')} evaluations") from error


def configured(page, start):
    """Wait until every mode is set up with parameters that begin so, and nothing else is to come.

    One that is ready may be about to hear of another control that has changed.
    """
    page.wait_for_function(
        "start => [...document.querySelectorAll('.memlab [data-column=configuration]')]"
        ".every(cell => cell.innerText.startsWith(start))", arg=start)
    page.wait_for_function(browsing.IDLE)
    state(page, "ready")


def control(page, label):
    """The input, list or slider with that description."""
    described = page.locator(f".memlab label:visible:text-is('{label}')")
    return described.locator("xpath=..").locator("input, select, .noUi-handle").first


def chosen(page, tooltip):
    """The list without a description whose tooltip has these words."""
    return page.locator(f".memlab select[title*='{tooltip}']:visible")


def set_slider(page, label, value):
    """Type a slider's value into its number."""
    described = page.locator(f".memlab label:visible:text-is('{label}')")
    readout = described.locator("xpath=..").locator(".widget-readout")
    readout.fill(str(value))
    readout.press("Enter")


def set_number(page, label, value):
    """Type a value into the field with that description."""
    field = control(page, label)
    field.fill(str(value))
    field.press("Enter")


def opened(page, line, wait="ready"):
    """Have the explorer show what a line of code says, and wait until it does."""
    set_number(page, "preset", line + " ")      # as good as without, and in any case a change
    page.wait_for_timeout(100)
    page.wait_for_function(browsing.IDLE)
    if wait:
        state(page, wait)


def numbers(page, column):
    """A column of the table of modes: dict of str by mode, without thousands' commas."""
    return page.evaluate("""column => Object.fromEntries(
        [...document.querySelectorAll('.memlab tr[data-mode]')]
        .map(row => [row.dataset.mode, row.querySelector(`[data-column=${column}]`)
                                          .innerText.replaceAll(',', '')]))""", column)


def pixels(page):
    """All that is drawn: a list of data URLs, one for each canvas."""
    return page.evaluate(_CANVASES)


def changes(page, look, act=lambda: None, seconds=60):
    """Whether what `look` sees changes after `act`, within some seconds."""
    before = look()
    act()
    end = time.monotonic() + seconds
    while look() == before:
        if time.monotonic() > end:
            return False
        page.wait_for_timeout(30)
    return True


def frames_per_second(page, part, seconds=4):
    """How often a part, ".memlab-charts" or ".memlab-maps", has drawn new data."""
    begin, first = time.monotonic(), page.evaluate(_FRAMES.format(part))
    page.wait_for_timeout(1000 * seconds)
    return (page.evaluate(_FRAMES.format(part)) - first) / (time.monotonic() - begin)
