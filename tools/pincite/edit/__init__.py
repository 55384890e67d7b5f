"""The only code that writes pages."""
