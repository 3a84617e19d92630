// Package pass carries the policies of engine/nullmove out within a search: when a
// null move is tried, what follows when it fails high, and what that cost. The search
// hands its tree in; neither game is known here.
package pass
