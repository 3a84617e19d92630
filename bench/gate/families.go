package gate

import "github.com/zugwatch/zugwatch/bench/compare"

// families returns the families of the positions where these are judged by them, nil elsewhere.
func (j *job) families() map[string]string {
	if !byFamily(j.config.Gate.Axis, j.config.Forms) {
		return nil
	}
	return j.suite.Families()
}

// byFamily reports whether an axis is judged by families of positions in so many forms.
func byFamily(axis compare.Axis, forms int) bool {
	return forms > 1 && (axis == compare.Zugzwang || axis == compare.Mating)
}
