"""One module a format: problems in, text out."""
