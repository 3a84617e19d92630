package sensitivity

import (
	"slices"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/stat"
)

// Count counts mutants, and those of them that were red.
type Count struct {
	Red int `json:"red"`
	Of  int `json:"of"`
}

// percent returns the share in percent, 0 of none.
func (c Count) percent() float64 {
	if c.Of == 0 {
		return 0
	}
	return 100 * float64(c.Red) / float64(c.Of)
}

// Interval returns where the true share lies, by stat.ClopperPearson.
func (c Count) Interval() stat.Interval { return stat.ClopperPearson(c.Red, c.Of) }

func (c *Count) add(red bool) {
	c.Of++
	if red {
		c.Red++
	}
}

// AxisCount counts the damaging mutants that one axis found.
type AxisCount struct {
	Axis  string `json:"axis"`
	Found int    `json:"found"`
	Alone int    `json:"alone"` // that no other axis found
}

// Summary sums up the results on all mutants.
type Summary struct {
	Damaging Count       `json:"damaging"`
	Neutral  Count       `json:"neutral"`
	Fresh    Count       `json:"fresh"` // neutral ones that no setting was chosen with
	Axes     []AxisCount `json:"axes"`  // in the order in which they were judged
	Missed   []string    `json:"missed"`
	Alarms   []string    `json:"alarms"`         // neutral ones that are red
	Same     []string    `json:"same,omitempty"` // that searched every position as the base
	Waiting  int         `json:"waiting"`        // that were not judged yet
}

// Judge fails if the share of damaging mutants that were found is below power, in percent. It also fails if the share
// of neutral ones that were red is above most, in percent. It is inconclusive if no mutant of a kind that is needed
// was judged.
func (r *Report) Judge(needsDamaging bool, power float64, needsNeutral bool, most float64) compare.Verdict {
	s := r.Summary()
	switch {
	case needsDamaging && s.Damaging.Of == 0, needsNeutral && s.Neutral.Of == 0:
		return compare.Inconclusive
	case s.Damaging.percent() < power || s.Neutral.percent() > most:
		return compare.Fail
	}
	return compare.Pass
}

// Summary sums up the rows that were judged.
func (r *Report) Summary() Summary {
	s := Summary{Missed: []string{}, Alarms: []string{}, Axes: []AxisCount{}}
	for i := range r.Rows {
		row := &r.Rows[i]
		switch {
		case row.Verdict == "":
			s.Waiting++
			continue
		case row.Damaging():
			s.Damaging.add(row.isRed())
			s.addAxes(row)
			if !row.isRed() {
				s.Missed = append(s.Missed, row.Name)
			}
		default:
			s.Neutral.add(row.isRed())
			if !row.Tuned {
				s.Fresh.add(row.isRed())
			}
			if row.isRed() {
				s.Alarms = append(s.Alarms, row.Name)
			}
		}
		if row.Fault == "" && !row.Changed() {
			s.Same = append(s.Same, row.Name)
		}
	}
	return s
}

// addAxes counts a damaging mutant for each axis that found it.
func (s *Summary) addAxes(row *Row) {
	var found []int
	for _, a := range row.Axes {
		at := slices.IndexFunc(s.Axes, func(c AxisCount) bool { return c.Axis == a.Axis })
		if at < 0 {
			at = len(s.Axes)
			s.Axes = append(s.Axes, AxisCount{Axis: a.Axis})
		}
		if row.failed(a.Axis) && !slices.Contains(found, at) {
			found = append(found, at)
			s.Axes[at].Found++
		}
	}
	if len(found) == 1 {
		s.Axes[found[0]].Alone++
	}
}
