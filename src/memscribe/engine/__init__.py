"""The engine wires writer, guard, store and search together; it holds no rule of its own."""

from memscribe.engine.memscribe import Memscribe

__all__ = ["Memscribe"]
