package heuristic

// HistoryLimit bounds history values on both sides.
const HistoryLimit = 16384

// UpdateHistory moves a history value toward ±HistoryLimit, the less the nearer it is.
func UpdateHistory(v *int16, bonus int32) {
	old := int32(*v)
	*v = int16(old + bonus - old*max(bonus, -bonus)/HistoryLimit)
}

// HistoryBonus returns what a fail-high at a depth in plies is worth.
func HistoryBonus(depth int) int32 { return int32(min(16*depth*depth+128*depth-64, 1800)) }
