"""Work in a separate thread, which never touches a widget but calls the event loop."""

import asyncio
import contextlib
import contextvars
import threading


def aside(work, then):
    """Do ``work(tell)`` in a thread and then, on the event loop, ``then(result, error)``.

    One of the two is None. With ``tell(function, *arguments)`` the thread makes the event loop call
    a function. Without an event loop, everything is done before this returns.
    """
    def finish(tell):
        result = error = None
        try:
            result = work(tell)
        except Exception as caught:      # reported by the caller's `then`
            error = caught
        tell(then, result, error)

    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        finish(lambda function, *arguments: function(*arguments))
        return
    context = contextvars.copy_context()

    def tell(function, *arguments):
        with contextlib.suppress(RuntimeError):      # the event loop has been closed
            loop.call_soon_threadsafe(function, *arguments, context=context)

    threading.Thread(target=finish, args=[tell], daemon=True, name="memlab explorer").start()
