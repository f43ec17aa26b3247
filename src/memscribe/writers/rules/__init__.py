"""The deterministic writer, the honest baseline: rules, no model."""

from memscribe.writers.rules.writer import RulesWriter

__all__ = ["RulesWriter"]
