package store

import (
	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/engine"
)

const (
	// maxWords is the largest number of different texts that positions share.
	maxWords = 1 << 15
	// pointBlock is the number of points that are allocated together.
	pointBlock = 256
)

// recordReader reads positions as Encode writes them. The zero value is ready.
type recordReader struct {
	words  map[string]string
	points []bench.Point
}

// read reads a position into an outcome that is zero. It is false for anything that Encode does not write, to the
// byte. Positions with plain texts and numbers are read at once; those with others as JSON, and their spelling is
// compared.
func (r *recordReader) read(record []byte, o *bench.Outcome) bool {
	c := cursor{rest: record}
	if r.plain(&c, o); !c.odd && len(c.rest) == 0 {
		return true
	}
	decoded := bench.Outcome{}
	if err := file.ParseLine(record, &decoded); err != nil {
		return false
	}
	*o = decoded
	return true
}

// plain reads the fields in their order. A field that Encode omits when it is zero must
// not be present with zero.
func (r *recordReader) plain(c *cursor, o *bench.Outcome) {
	c.skipText(`{"id":"`)
	o.ID = string(c.text())
	c.skipText(`,"verdict":"`)
	o.Verdict = verdictOf(c)
	if c.has(`,"fault":"`) {
		fault, err := bench.ParseFault(string(c.text()))
		o.Fault = fault
		c.markOdd(err != nil)
	}
	if c.has(`,"want":"`) {
		o.Want = r.word(c)
	}
	if c.has(`,"best":"`) {
		o.Best = r.word(c)
	}
	c.skipText(`,"score":"`)
	o.Score = scoreOf(c)
	c.skipText(`,"depth":`)
	o.Depth = c.int()
	o.SelDepth = c.optionalInt(`,"seldepth":`)
	c.skipText(`,"nodes":`)
	o.Nodes = c.number()
	o.Found = r.point(c, `,"found":{"depth":`)
	o.Stable = r.point(c, `,"stable":{"depth":`)
	o.Points = c.optionalInt(`,"points":`)
	o.MaxPoints = c.optionalInt(`,"max_points":`)
	if c.has(`,"counters":{`) {
		countersOf(c, &o.Counters)
	}
	c.skipText(`}`)
}

// word returns a text that is not empty, one copy for many positions.
func (r *recordReader) word(c *cursor) string {
	text := c.text()
	c.markOdd(len(text) == 0)
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
	c.skipText(`,"nodes":`)
	p.Nodes = c.number()
	c.skipText(`}`)
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

// countersOf reads counters behind their brace. At least one of them is not zero.
func countersOf(c *cursor, to *engine.Counters) {
	all, next := to.All(), 0
	for more := true; more; more = c.has(`,`) {
		c.skipText(`"`)
		for next < len(all) && !c.has(all[next].Name) {
			next++
		}
		if next == len(all) {
			c.odd = true
			return
		}
		c.skipText(`":`)
		*all[next].Count = c.number()
		c.markOdd(*all[next].Count == 0)
		next++
	}
	c.skipText(`}`)
}

// maxDigits is the largest number of digits with which a number fits every type that it
// is read into, on machines of 64 bits.
const maxDigits = 18

// cursor reads JSON in one spelling. Once it is odd, what it gives is of no use.
type cursor struct {
	rest []byte
	odd  bool // something was not as expected
}

// markOdd marks the text as odd.
func (c *cursor) markOdd(odd bool) { c.odd = c.odd || odd }

// has skips a text if it comes next.
func (c *cursor) has(text string) bool {
	if len(c.rest) < len(text) || string(c.rest[:len(text)]) != text {
		return false
	}
	c.rest = c.rest[len(text):]
	return true
}

// skipText skips a text that has to come next.
func (c *cursor) skipText(text string) { c.markOdd(!c.has(text)) }

// text reads up to the closing quote, which it skips. The text is ASCII without
// anything that JSON escapes, and valid as long as the line.
func (c *cursor) text() []byte {
	for i, b := range c.rest {
		switch {
		case b == '"':
			text := c.rest[:i]
			c.rest = c.rest[i+1:]
			return text
		case b < ' ' || b > '~' || b == '\\':
			c.odd = true
			return nil
		}
	}
	c.odd = true
	return nil
}

// number reads a number from 0 in digits, without zeros before it.
func (c *cursor) number() uint64 {
	var n uint64
	digits := 0
	for digits < len(c.rest) && '0' <= c.rest[digits] && c.rest[digits] <= '9' {
		n = 10*n + uint64(c.rest[digits]-'0')
		digits++
	}
	c.markOdd(digits == 0 || digits > maxDigits || digits > 1 && c.rest[0] == '0')
	c.rest = c.rest[digits:]
	return n
}

func (c *cursor) int() int {
	n := c.number()
	c.markOdd(uint64(int(n)) != n)
	return int(n)
}

// optionalInt reads a number above 0 behind its key, 0 where the key does not come next.
func (c *cursor) optionalInt(key string) int {
	if !c.has(key) {
		return 0
	}
	n := c.int()
	c.markOdd(n == 0)
	return n
}
