package network

// change lists the inputs of one view to add to a sum of the first layer and to subtract from it.
type change struct {
	added, removed   [32]uint16
	nAdded, nRemoved int
}

// updatePlain makes dst what src is with the change. They may be the same.
func updatePlain(dst, src, weights []int16, c *change) {
	copy(dst, src)
	hidden := len(dst)
	for _, i := range c.added[:c.nAdded] {
		row := weights[int(i)*hidden:][:hidden]
		for j, w := range row {
			dst[j] += w
		}
	}
	for _, i := range c.removed[:c.nRemoved] {
		row := weights[int(i)*hidden:][:hidden]
		for j, w := range row {
			dst[j] -= w
		}
	}
}

// sumPlain returns the sum of squared, clipped units and weights.
func sumPlain(units, weights []int16) int32 {
	var sum int32
	for i, u := range units {
		v := int32(min(max(u, 0), InputScale))
		sum += v * v * int32(weights[i])
	}
	return sum
}
