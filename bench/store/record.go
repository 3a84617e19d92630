package store

import (
	"bytes"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine"
)

const (
	// maxWords is how many different texts are held once for all positions that
	// have them.
	maxWords = 1 << 15
	// pointBlock is how many points are allocated together.
	pointBlock = 256
)

// recordReader reads positions as Encode writes them. The zero value is ready.
type recordReader struct {
	words  map[string]string
	points []bench.Point
	again  layout // how a position is spelt that is not plain
}

// read reads a position into an outcome that is zero. It is false for anything that
// Encode does not write, to the byte. Positions with plain texts and numbers are
// read at once; those with others as JSON, and held against their spelling.
func (r *recordReader) read(record []byte, o *bench.Outcome) bool {
	c := cursor{rest: record}
	if r.plain(&c, o); !c.odd && len(c.rest) == 0 {
		return true
	}
	decoded, err := decodeStrictly[bench.Outcome](record)
	if err != nil {
		return false
	}
	*o = *decoded
	r.again.buffer.Reset()
	r.again.value(o)
	return r.again.err == nil && bytes.Equal(record, r.again.buffer.Bytes())
}

// plain reads the fields in their order. Those that Encode leaves out where they are
// zero must not be zero where they are there.
func (r *recordReader) plain(c *cursor, o *bench.Outcome) {
	c.want(`{"id":"`)
	o.ID = string(c.text())
	c.want(`,"verdict":"`)
	o.Verdict = verdictOf(c)
	if c.has(`,"fault":"`) {
		fault, err := bench.ParseFault(string(c.text()))
		o.Fault = fault
		c.doubt(err != nil)
	}
	if c.has(`,"want":"`) {
		o.Want = r.word(c)
	}
	if c.has(`,"best":"`) {
		o.Best = r.word(c)
	}
	c.want(`,"score":"`)
	o.Score = scoreOf(c)
	c.want(`,"depth":`)
	o.Depth = c.int()
	o.SelDepth = c.some(`,"seldepth":`)
	c.want(`,"nodes":`)
	o.Nodes = c.number()
	o.Found = r.point(c, `,"found":{"depth":`)
	o.Stable = r.point(c, `,"stable":{"depth":`)
	o.Points = c.some(`,"points":`)
	o.MaxPoints = c.some(`,"max_points":`)
	if c.has(`,"counters":{`) {
		countersOf(c, &o.Counters)
	}
	c.want(`}`)
}

// word is a text that is not empty, one copy for many positions.
func (r *recordReader) word(c *cursor) string {
	text := c.text()
	c.doubt(len(text) == 0)
	if word, known := r.words[string(text)]; known {
		return word
	}
	word := string(text)
	if r.words == nil {
		r.words = make(map[string]string)
	}
	if len(r.words) < maxWords {
		r.words[word] = word
	}
	return word
}

// point reads a point behind its key, nil without one.
func (r *recordReader) point(c *cursor, key string) *bench.Point {
	if !c.has(key) {
		return nil
	}
	if len(r.points) == 0 {
		r.points = make([]bench.Point, pointBlock)
	}
	p := &r.points[0]
	r.points = r.points[1:]
	p.Depth = c.int()
	c.want(`,"nodes":`)
	p.Nodes = c.number()
	c.want(`}`)
	return p
}

// verdictOf reads a verdict behind its quote.
func verdictOf(c *cursor) bench.Verdict {
	text := c.text()
	for v := bench.Unfinished; v <= bench.Faulted; v++ {
		if string(text) == v.String() {
			return v
		}
	}
	c.odd = true
	return bench.Unfinished
}

// scoreOf reads a score behind its quote.
func scoreOf(c *cursor) engine.Score {
	text := c.text()
	if score, err := engine.ParseScore(string(text)); err == nil && score.String() == string(text) {
		return score
	}
	c.odd = true
	return 0
}

// countersOf reads counters, of which at least one is not zero, behind their brace.
func countersOf(c *cursor, to *engine.Counters) {
	fields := [...]struct {
		key string
		to  *uint64
	}{
		{`"null_tried":`, &to.NullTried},
		{`"null_cut":`, &to.NullCut},
		{`"null_nodes":`, &to.NullNodes},
		{`"verified":`, &to.Verified},
		{`"refused":`, &to.Refused},
		{`"null_reduced":`, &to.NullReduced},
		{`"double_null":`, &to.DoubleNull},
		{`"mate_threats":`, &to.MateThreats},
		{`"fail_high_reductions":`, &to.FailHighRed},
		{`"reverse_cut":`, &to.ReverseCut},
	}
	next := 0
	for more := true; more; more = c.has(`,`) {
		for next < len(fields) && !c.has(fields[next].key) {
			next++
		}
		if next == len(fields) {
			c.odd = true
			return
		}
		*fields[next].to = c.number()
		c.doubt(*fields[next].to == 0)
		next++
	}
	c.want(`}`)
}
