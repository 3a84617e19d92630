// Package figure draws results as the figures of a document: curves, maps, boards and flame graphs.
package figure
