// Package pass runs the policies of engine/nullmove within a search: it tries null moves, handles their fail-highs,
// and counts their cost. It knows neither game: the search provides its tree as an interface.
package pass
