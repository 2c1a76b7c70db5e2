"""Says on standard output why this interpreter cannot run the compiler, or nothing if it can.

Runs on any Python there ever was, since it must be able to say that one is too old.
"""

import sys


def problems():
    if sys.version_info < (3, 9):
        yield "it is Python %d.%d, and 3.9 is the oldest that will do" % tuple(sys.version_info[:2])
    try:
        import jinja2  # noqa: F401
    except Exception as error:
        yield "it cannot import jinja2 (%s)" % error
    try:
        import yaml
    except Exception as error:
        yield "it cannot import yaml (%s)" % error
    else:
        if not getattr(yaml, "__with_libyaml__", False):
            yield "its PyYAML was built without libyaml"


sys.stdout.write("; ".join(problems()))
