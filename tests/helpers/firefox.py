"""A page in Debian's Firefox, over WebDriver BiDi, which Firefox speaks without a driver.

Playwright's own Firefox is not Debian's, and Debian's does not know all that Playwright asks for.
"""

import contextlib
import itertools
import json
import re
import shutil
import subprocess
import tempfile
import time

import websocket

FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
PATIENCE = 180      # seconds
_QUIET = {      # preferences: it asks for nothing of its own
    "app.update.enabled": False, "app.normandy.enabled": False, "toolkit.telemetry.enabled": False,
    "browser.shell.checkDefaultBrowser": False, "browser.safebrowsing.malware.enabled": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1"}


class Tab:
    """A tab of Firefox.

    Attributes
    ----------
    errors : list of str
        What its console called an error.
    requests : list of str
        Addresses that were asked for.
    """

    def __init__(self, address):
        self._socket = websocket.create_connection(f"{address}/session", timeout=PATIENCE,
                                                   suppress_origin=True)
        self._numbers, self.errors, self.requests = itertools.count(1), [], []
        self._send("session.new", capabilities={})
        self._send("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])
        self._context = self._send("browsingContext.getTree")["contexts"][0]["context"]

    def _send(self, method, **given):
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": given}))
        while True:
            answer = json.loads(self._socket.recv())
            if answer["type"] == "event":
                self._note(answer["method"], answer["params"])
            elif answer["id"] == number:
                if answer["type"] == "error":
                    raise RuntimeError(f"{method}: {answer['message']}")
                return answer["result"]

    def _note(self, event, given):
        if event == "network.beforeRequestSent":
            self.requests.append(given["request"]["url"])
        elif given["level"] == "error":
            self.errors.append(given["text"])

    def goto(self, address):
        """Load a page."""
        self._send("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def resize(self, width, height):
        """Give the page another size in pixels."""
        self._send("browsingContext.setViewport", context=self._context,
                   viewport={"width": width, "height": height})

    def evaluate(self, expression):
        """Return the value of an expression in JavaScript, which may be a promise."""
        said = self._send("script.evaluate", target={"context": self._context}, awaitPromise=True,
                          expression=f"(async () => JSON.stringify(await ({expression})))()")
        if said["type"] == "exception":
            raise RuntimeError(said["exceptionDetails"]["text"])
        return json.loads(said["result"].get("value", "null"))

    def wait(self, condition, seconds=PATIENCE):
        """Wait until an expression is true."""
        end = time.monotonic() + seconds
        while not self.evaluate(condition):
            assert time.monotonic() < end, condition
            time.sleep(0.05)

    def click(self, selector):
        """Click the middle of an element, as a mouse does."""
        x, y = self.evaluate(f"""(() => {{
            const one = document.querySelector({json.dumps(selector)});
            one.scrollIntoView({{ block: "center" }});
            const {{ x, y, width, height }} = one.getBoundingClientRect();
            return [Math.round(x + width / 2), Math.round(y + height / 2)];
        }})()""")
        moves = [{"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0},
                 {"type": "pointerUp", "button": 0}]
        self._send("input.performActions", context=self._context,
                   actions=[{"type": "pointer", "id": "mouse", "actions": moves}])

    def press(self, key):
        """Press a key, such as "n"."""
        self._send("input.performActions", context=self._context, actions=[
            {"type": "key", "id": "keyboard", "actions": [
                {"type": kind, "value": key} for kind in ("keyDown", "keyUp")]}])

    def close(self):
        """End the session."""
        self._socket.close()


def _address(log):
    """Return where Firefox listens, as it writes once it has begun."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with open(log) as file:
            if found := re.search(r"WebDriver BiDi listening on (ws://\S+)\s", file.read()):
                return found[1]
        time.sleep(0.1)
    raise RuntimeError("Firefox does not begin")


@contextlib.contextmanager
def browse(width=1280, height=800):
    """A tab of a fresh Firefox without a window."""
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/user.js", "w") as file:
            file.writelines(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
                            for name, value in _QUIET.items())
        command = [FIREFOX, "--headless", "--no-remote", "--profile", folder,
                   "--remote-debugging-port", "0"]
        with open(f"{folder}/log", "w") as log:      # not a pipe, which would fill and stop it
            process = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            tab = Tab(_address(f"{folder}/log"))
            tab.resize(width, height)
            yield tab
            tab.close()
        finally:
            process.terminate()
            process.wait(PATIENCE)
