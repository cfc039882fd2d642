"""Where the processes of a Dask cluster listen, and whether a stranger gets an answer there."""

import contextlib
import socket
import ssl
from pathlib import Path

import psutil
from pretending import pretend


def listening():
    """Addresses of this process, (ip, port)."""
    return [(one.laddr.ip, one.laddr.port) for one in psutil.Process().net_connections("inet")
            if one.status == psutil.CONN_LISTEN]


def unheard(study, task):
    """As `pretend`, in a worker that refuses to work if anything listens from it up to a process.
    """
    processes = [psutil.Process()]
    while processes[-1].pid != study:
        processes.append(processes[-1].parent())
    found = [one.laddr for process in processes
             for one in process.net_connections("inet") if one.status == psutil.CONN_LISTEN]
    if found:
        raise ConnectionError(f"these are open: {found}")
    return pretend(task)


def answer(ip, port, encrypted):
    """What a server says to a question in HTTP, of somebody without a certificate."""
    stranger = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    stranger.check_hostname, stranger.verify_mode = False, ssl.CERT_NONE
    there = "127.0.0.1" if ip in ("0.0.0.0", "::") else ip
    try:
        with contextlib.ExitStack() as stack:
            line = stack.enter_context(socket.create_connection((there, port), timeout=3))
            if encrypted:
                line = stack.enter_context(stranger.wrap_socket(line))
            line.sendall(b"GET /info/main/workers.html HTTP/1.1\r\nHost: memlab\r\n\r\n")
            return line.recv(1000)
    except OSError:
        return b""


@contextlib.contextmanager
def tried(slurm, executor):
    """Try all doors of scheduler, workers and nannies that are not on the loopback interface."""
    client = executor._client
    client.wait_for_workers(2)
    found = [client.run_on_scheduler(listening), *client.run(listening).values(),
             *client.run(listening, nanny=True).values()]
    doors = [door for doors in found for door in doors]
    assert all(found), found
    said = {(*door, encrypted): answer(*door, encrypted) for door in set(doors)
            if not door[0].startswith("127.") for encrypted in (False, True)}
    print("open to all:", {door: text[:60] for door, text in said.items() if text} or "nothing")
    modes = {oct(path.stat().st_mode & 0o777)[2:] for path in Path().glob(".dask-jobqueue*")}
    print("certificates:", len(list(Path().glob(".dask-jobqueue*"))), "files of mode", *modes)
    print("closed:", len({door[:2] for door in said}), sorted(set(doors)), flush=True)
    yield
