"""The published site: a Python-Markdown extension, and a thin MkDocs plugin."""
