"""Views of this app, one module for each group of pages."""
