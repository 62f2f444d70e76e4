"""Boards as geometry: cells, neighbours, rays and drawing positions; no game knowledge."""
