"""Printed papers of an army: built as values, drawn as pages and as PDFs."""
