"""Computing on a Dask cluster: an optional extra, ``pip install 'memlab[cluster]'``."""

import contextlib
import sys


@contextlib.contextmanager
def connected(address):
    """Connect to a cluster for as long as the block lasts, and wait for its first worker.

    Every worker should have one thread (``dask worker --nthreads 1``): memlab counts threads, and
    two runs in one process would slow each other down. A scheduler takes orders from anyone who can
    reach it; so it belongs on 127.0.0.1 or in a network that is closed to strangers, or should
    demand certificates, as that of the page about clusters does.

    Parameters
    ----------
    address : str or distributed.deploy.Cluster, optional
        Of the scheduler, such as ``"tcp://127.0.0.1:8786"``; or a cluster that was made in this
        process, such as dask-jobqueue's ``SLURMCluster``. Its jobs may wait in a queue as long as
        they must. Without one, nothing is connected.

    Yields
    ------
    executor : concurrent.futures.Executor or None
    workers : callable or None
        Returns the number of tasks that the cluster currently runs at once, at least 1; it may
        still grow.

    Raises
    ------
    ModuleNotFoundError
        If Dask is not installed.
    OSError, ValueError
        If no scheduler answers at the address.
    """
    if not address:
        yield None, None
        return
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        print(f"waiting for the first worker of {address}", file=sys.stderr, flush=True)
        client.wait_for_workers(1)
        print(f"{sum(client.nthreads().values())} workers now", file=sys.stderr, flush=True)
        yield client.get_executor(pure=False), lambda: max(1, sum(client.nthreads().values()))
