"""Rebuilds what memscribe ships trained; the only part that imports torch, transformers and onnx."""
