"""Computing on a Dask cluster: an optional extra, ``pip install 'memlab[cluster]'``."""

import contextlib

_PATIENCE = 10               # seconds to wait for a scheduler's answer
_WAIT_FOR_WORKERS = 600      # seconds to wait for a worker of a scheduler given by address


class ClusterError(RuntimeError):
    """There is no cluster to compute on."""


@contextlib.contextmanager
def connected(address):
    """Connect to a cluster for as long as the block lasts, and wait for its first worker.

    Every worker should have one thread (``dask worker --nthreads 1``): memlab counts threads, and
    two runs in one process would slow each other down. A scheduler takes orders from anyone who can
    reach it; so it belongs on 127.0.0.1 or in a network that is closed to strangers, or should
    demand certificates, as that of the page about clusters does.

    Parameters
    ----------
    address : str or distributed.deploy.Cluster
        Of the scheduler, such as ``"tcp://127.0.0.1:8786"``; or a cluster that was made in this
        process, such as dask-jobqueue's ``SLURMCluster``, whose jobs may wait in a queue as long as
        they must.

    Yields
    ------
    executor : concurrent.futures.Executor
    workers : callable
        Returns the number of tasks that the cluster currently runs at once, at least 1; it may
        still grow.

    Raises
    ------
    ClusterError
        If Dask is not installed, if there is no answer from the address, or no worker in time.
    """
    try:
        from distributed import Client
    except ModuleNotFoundError as error:
        raise ClusterError("a Dask cluster needs the package distributed: "
                           "pip install 'memlab[cluster]'") from error
    limit = _WAIT_FOR_WORKERS if isinstance(address, str) else None
    try:
        client = Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterError(f"no Dask scheduler answers at {address}: {error}") from error
    with client:
        try:
            client.wait_for_workers(1, timeout=limit)
        except TimeoutError as error:
            raise ClusterError(f"the Dask scheduler at {address} has no worker: start one with "
                               f"`dask worker --nthreads 1 {address}`") from error
        yield client.get_executor(pure=False), lambda: max(1, sum(client.nthreads().values()))
