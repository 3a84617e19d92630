package heuristic

// historyLimit is the largest absolute history value.
const historyLimit = 16384

// UpdateHistory adds bonus to a history value, scaled down as the value approaches ±historyLimit.
func UpdateHistory(v *int16, bonus int32) {
	old := int32(*v)
	*v = int16(old + bonus - old*max(bonus, -bonus)/historyLimit)
}

// HistoryBonus returns the history bonus of a fail-high at a depth in plies, at most 1800.
func HistoryBonus(depth int) int32 { return int32(min(16*depth*depth+128*depth-64, 1800)) }
