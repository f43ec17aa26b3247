"""SQLite's errors in the words of the port."""

from collections.abc import Generator
from contextlib import contextmanager

import apsw

from memscribe.core.errors import InputError, StoreBusyError, StoreDamagedError, StoreError


@contextmanager
def translated(path: str, *, busy_timeout_s: float) -> Generator[None]:
    """Raise a StoreError that says what to do in place of an error of SQLite (an InputError for what is no text).

    Args:
        path: The database file, for the message.
        busy_timeout_s: How long a lock was waited for, for the message.
    """
    try:
        yield
    except (apsw.BusyError, apsw.LockedError) as error:
        raise StoreBusyError(
            f"{path} was locked by another process for {busy_timeout_s:g} s: try again, or raise the time-out"
        ) from error
    except (apsw.CorruptError, apsw.NotADBError) as error:
        raise StoreDamagedError(f"{path} is damaged or no database ({error}): restore it from a backup") from error
    except apsw.FullError as error:
        raise StoreError(
            f"the disk of {path} is full: free some space and try again; nothing was stored"
        ) from error
    except apsw.CantOpenError as error:
        raise StoreError(f"{path} cannot be opened: check that its folder exists and may be written to") from error
    except (apsw.ReadOnlyError, apsw.PermissionsError, apsw.AuthError) as error:
        raise StoreError(f"{path} may not be written to: check its permissions and its folder's") from error
    except apsw.IOError as error:
        raise StoreError(
            f"reading or writing {path} failed ({error}): check the disk and try again; nothing was stored"
        ) from error
    except UnicodeEncodeError as error:
        raise InputError(f"expected Unicode text, got a lone surrogate: replace it ({error})") from error
    except apsw.Error as error:
        raise StoreError(f"SQLite could not do what was asked of {path}: {error}; nothing was stored") from error
