package history

// Release is a record of a series that later ones are compared with.
type Release struct {
	*Record
	Name string // such as v1.0
}

// SetRelease sets the release of the series to the newest record before the last one whose commit
// has a name. Names are by the full hash of the commit.
func (s *Series) SetRelease(names map[string]string) {
	s.Release = nil
	for i := range s.Records[:len(s.Records)-1] {
		if name := names[s.Records[i].Commit]; name != "" {
			s.Release = &Release{&s.Records[i], name}
		}
	}
}

// Drift tells how far the last record of a series is from the one before and from the release. Each is
// judged by itself, by the same allowance.
type Drift struct {
	Axis       Axis
	Allowed    float64 // by how much it may become worse
	Known      bool    // Allowed is known
	FromBefore *Shift  // nil: the record before has no value
	Since      *Shift  // since the release; nil: it has no value
}

// Shift is a change from one record to another.
type Shift struct {
	Before, After float64 // shares from 0 to 1, or nodes
	Exceeded      bool    // it is worse by more than is allowed
}

// Drifts returns the drift of each axis; none without a release.
func (s *Series) Drifts() (all []Drift) {
	if s.Release == nil {
		return nil
	}
	last, before := &s.Records[len(s.Records)-1], &s.Records[len(s.Records)-2]
	for _, axis := range s.axes() {
		d := Drift{Axis: axis}
		d.Allowed, d.Known = s.Allowed[axis]
		d.FromBefore, d.Since = d.shift(before, last), d.shift(s.Release.Record, last)
		if d.Since != nil {
			all = append(all, d)
		}
	}
	return all
}

// shift returns the change between two records, nil where one has no value.
func (d *Drift) shift(before, after *Record) *Shift {
	s := &Shift{Before: d.Axis.valueOf(before), After: d.Axis.valueOf(after)}
	if s.Before < 0 || s.After < 0 {
		return nil
	}
	worse := s.Before - s.After
	if !d.Axis.IsShare() {
		worse = s.After/s.Before - 1
	}
	s.Exceeded = d.Known && worse > d.Allowed+rounding
	return s
}
