"""promptrom: compiles prompt packs into const C tables."""

__version__ = "0.1.0"
