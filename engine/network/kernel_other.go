//go:build !amd64

package network

func update(dst, src, weights []int16, c *change) { updatePlain(dst, src, weights, c) }

func sum(units, weights []int16) int32 { return sumPlain(units, weights) }
