"""Méditerranée (Rome et Carthage): four states round one sea, two teams, hidden cards; for two, three or four."""
