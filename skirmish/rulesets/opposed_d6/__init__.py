"""Opposed d6: bounds, arcs, aid, indirect and area fire, opportunity fire, close combat."""
