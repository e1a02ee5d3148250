"""Nouns: frozen pydantic models shared by every layer. They hold data and know nothing of how it was found."""
