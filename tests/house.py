"""What the checks of the house share: how they are called."""
import sys
from pathlib import Path


def run(doc, check, self_test, all_well):
    """Called with the root of the repository, or with --self-test. Ends the program."""
    if len(sys.argv) != 2:
        sys.exit(doc)
    if sys.argv[1] == "--self-test":
        sys.exit(self_test())
    faults = check(Path(sys.argv[1]))
    print("\n".join(faults) or all_well)
    sys.exit(bool(faults))
