"""Answers from the wiki: query, history, graph, impact."""
