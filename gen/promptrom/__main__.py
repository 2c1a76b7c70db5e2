"""`python3 gen/promptrom …` and `python3 -m promptrom …`."""

import os
import sys

if __name__ == "__main__":
    sys.path[:1] = [os.path.dirname(os.path.dirname(os.path.abspath(__file__)))]
    from promptrom.cli import main

    sys.exit(main(sys.argv[1:]))
