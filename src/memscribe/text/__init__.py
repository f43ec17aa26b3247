"""Pure text work: splitting, folding, dates, languages, names and numbers."""
