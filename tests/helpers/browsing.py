"""JupyterLab in a real browser: a server for this machine only, and a page that hides nothing.

The browser is Debian's Chromium. Nothing is downloaded, and every request, every line that the
console calls an error, and every exception in the page is kept.
"""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))),
                None)
_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
          "--disable-background-networking", "--disable-component-update"]
_TOKEN = "memlab"
PATIENCE = 180_000      # milliseconds: where nothing is compiled yet, a first click takes a while
IDLE = """() => window.jupyterapp?.shell.currentWidget?.context?.sessionContext?.session
           ?.kernel?.status === 'idle'"""


def required(tool, found):
    """Skip or fail where a tool is missing."""
    if not found:
        message = f"{tool} is not on this machine (Debian: apt-get install chromium lld)"
        if os.environ.get("MEMLAB_REQUIRE_BROWSER") == "1":
            pytest.fail(message)
        pytest.skip(message)


@contextlib.contextmanager
def serve(folder):
    """A JupyterLab in a folder: settings, notebooks and the server's log go there; gives its
    address.
    """
    (folder / "notebooks").mkdir()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    places = {name: str(folder / name.lower()) for name in
              ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR",
               "JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR")}
    environment = {**os.environ, **places, "PYTHONPATH": str(ROOT), "JUPYTER_PREFER_ENV_PATH": "1",
                   "JUPYTER_CONFIG_PATH": str(ROOT / "notebooks" / ".jupyter")}
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--ServerApp.ip=127.0.0.1",
               f"--ServerApp.port={port}", "--ServerApp.port_retries=0", "--allow-root",
               f"--IdentityProvider.token={_TOKEN}", "--expose-app-in-browser",
               f"--ServerApp.root_dir={folder / 'notebooks'}"]
    address = f"http://127.0.0.1:{port}"
    with open(folder / "lab.log", "w") as log:
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    try:
        _wait_for(server, f"{address}/api?token={_TOKEN}", folder / "lab.log")
        yield address
    finally:
        server.send_signal(signal.SIGTERM)
        try:
            server.wait(15)
        except subprocess.TimeoutExpired:
            server.kill()


def _wait_for(server, url, log, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if server.poll() is not None:
            break
        with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=2):
            return
        time.sleep(0.1)
    raise RuntimeError(f"JupyterLab does not answer:\n{log.read_text()}")


@contextlib.contextmanager
def browse(address, width=1200, height=1000):
    """A page of a fresh browser, with attributes `outside` and `errors`, both lists of str."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=_FLAGS)
        page = browser.new_page(viewport={"width": width, "height": height},
                                accept_downloads=True)
        page.set_default_timeout(PATIENCE)
        page.outside, page.errors = [], []
        page.on("request", lambda r: None if r.url.startswith((address, "data:", "blob:"))
                else page.outside.append(r.url))
        page.on("websocket", lambda s: None if s.url.startswith(address.replace("http", "ws"))
                else page.outside.append(s.url))
        page.on("console", lambda m: page.errors.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        try:
            yield page
        finally:
            browser.close()


def open_notebook(page, address, name):
    """Open a notebook, and wait for its kernel."""
    page.goto(f"{address}/doc/tree/{name}?token={_TOKEN}&reset", wait_until="domcontentloaded")
    page.wait_for_function(IDLE)


def set_theme(page, name):
    """Turn to one of JupyterLab's themes."""
    page.evaluate("theme => window.jupyterapp.commands.execute('apputils:change-theme', {theme})",
                  name)
    light = str("Dark" not in name).lower()
    page.wait_for_function(f"() => document.body.dataset.jpThemeLight === '{light}'",
                           timeout=20_000)


def run_all(page, seconds=600):
    """Run all cells and wait until the last one is done; an error in a cell is an error here."""
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    page.wait_for_timeout(500)
    page.wait_for_function(IDLE, timeout=1000 * seconds)
    failed = page.locator("[data-mime-type='application/vnd.jupyter.error']")
    if failed.count():
        raise AssertionError(failed.first.inner_text())
