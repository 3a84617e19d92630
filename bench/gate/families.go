package gate

import "github.com/zugwatch/zugwatch/bench/compare"

// families names the families of the positions, where several forms of them are judged together.
func (j *job) families() map[string]string {
	if axis := j.config.Gate.Axis; j.config.Forms < 2 || axis != compare.Zugzwang && axis != compare.Mating {
		return nil
	}
	return j.suite.Families()
}
