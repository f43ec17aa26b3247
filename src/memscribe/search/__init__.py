"""Finding memories: lexical and by meaning, fused."""
