"""Measuring writers: cases with the right result, the write corpus, and the numbers made of them."""
