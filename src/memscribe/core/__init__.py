"""The words and the pure rules of memscribe: no input or output, only the standard library and pydantic."""
