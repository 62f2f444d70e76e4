"""The terminal's widgets."""
