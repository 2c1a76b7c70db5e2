"""`python3 gen/promptrom …` and `python3 -m promptrom …`."""

import gc
import os
import sys

if __name__ == "__main__":
    sys.path[:1] = [os.path.dirname(os.path.dirname(os.path.abspath(__file__)))]
    try:
        from promptrom.cli import main
    except KeyboardInterrupt:
        sys.exit(130)

    # Nearly all that a compile makes lives to its end: looking for cycles would only go over it again and again.
    gc.disable()

    sys.exit(main(sys.argv[1:]))
