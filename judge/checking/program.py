"""The process of checkers: it reads what is to be checked, asks, and writes the opinion.

A request is a line with a length, and so many bytes of a pickle: the checker's name, the problem,
the output and the claim.
The judge made it, so it can be trusted. The reply is a line of JSON, for what comes back from here
is not: a picture may have taken this process over.
"""

from __future__ import annotations

import json
import os
import pickle
import pkgutil
import signal
import sys
import traceback
from typing import Any

from judge.models import Outcome

START = (
    "import ast, site, sys; sites, roots, cpu_s = ast.literal_eval(sys.argv[1]);"
    "[site.addsitedir(folder) for folder in sites]; sys.path += roots;"
    "import judge.checking.program as program; program.serve(cpu_s)"
)
"""what the interpreter is told to run, with the folders of packages and the limit as argument"""

_KEPT_CHARACTERS = 16 * 1024


def serve(cpu_s: float) -> None:
    """Answer requests until there is none, each within so many seconds of CPU time.

    Whatever a plugin prints goes to the error output.
    """
    replies = os.dup(1)
    os.dup2(2, 1)
    while size := sys.stdin.buffer.readline():
        request = sys.stdin.buffer.read(int(size))
        # Without a handler the signal ends the process, wherever in a library it is just then.
        signal.setitimer(signal.ITIMER_PROF, cpu_s)
        reply = json.dumps(_reply(request)).encode() + b"\n"
        signal.setitimer(signal.ITIMER_PROF, 0)
        while reply:
            reply = reply[os.write(replies, reply) :]


def _reply(request: bytes) -> dict[str, Any]:
    try:
        checker, problem, output, claim = pickle.loads(request)  # noqa: S301 - the judge made it
        outcome = pkgutil.resolve_name(checker)(problem, output, claim)
        if not isinstance(outcome, Outcome):
            raise TypeError(f"{checker} returned {outcome!r}, not an Outcome")  # noqa: TRY301
    except MemoryError:
        return {"memory": True}
    # A checker is a plugin's code, which may raise anything.
    except BaseException as error:  # noqa: BLE001
        told = "".join(traceback.format_exception(error))
        return {"error": f"{type(error).__name__}: {error}", "traceback": told[-_KEPT_CHARACTERS:]}
    return {
        "accepted": bool(outcome.accepted),
        "reason": outcome.reason[:_KEPT_CHARACTERS],
        "expected": outcome.expected[:_KEPT_CHARACTERS],
        "actual": outcome.actual[:_KEPT_CHARACTERS],
        "length": outcome.length,
    }
