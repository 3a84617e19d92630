package store

import (
	"bytes"
	"cmp"
	"io"
	"reflect"
	"time"

	"github.com/zugwatch/zugwatch/bench"
)

const (
	// leastTiming is the least that the times of a position take in a file, in
	// bytes.
	leastTiming = 32
	// maxTimingHead is the most lines above the first position.
	maxTimingHead = 32
	// maxTimingTail is the most that may stand behind the last one, in bytes.
	maxTimingTail = 1 << 20
)

// The lines of a timing as saveTiming writes it.
const (
	positionsLine = " \"positions\": [\n"
	beginPosition = "  {\n"
	endPosition   = "  }"
	endPositions  = " ]"
)

// streamTiming reads a timing line by line, as stream does a run: what it takes
// decodeTiming takes too, as the same, and false is no verdict.
func streamTiming(in io.Reader, size int64) (*bench.Timing, bool) {
	s := newStreamer(in)
	var around []byte // all but the positions
	for line := ""; line != positionsLine; {
		next, ok := s.line()
		if !ok || len(around) > maxTimingHead*streamBuffer {
			return nil, false
		}
		line = string(next)
		around = append(around, next...)
	}
	positions, ok := s.times(size)
	if !ok {
		return nil, false
	}
	tail, err := io.ReadAll(io.LimitReader(s.in, maxTimingTail+1))
	if err != nil || len(tail) > maxTimingTail || !bytes.HasPrefix(tail, []byte(endPositions)) {
		return nil, false
	}
	timing, err := decodeTiming(append(around, tail...))
	if err != nil {
		return nil, false
	}
	timing.Positions = positions
	return timing, true
}

// times reads the times of all positions.
func (s *streamer) times(size int64) ([]bench.PositionTime, bool) {
	var all []bench.PositionTime
	var record []byte
	keys := keysOf(reflect.TypeFor[bench.PositionTime]())
	for more := true; more; {
		begin, ok := s.line()
		if !ok || string(begin) != beginPosition {
			return nil, false
		}
		record = append(record[:0], begin...)
		for end := false; !end; {
			line, ok := s.line()
			if !ok {
				return nil, false
			}
			more = string(line) == endPosition+",\n"
			end = more || string(line) == endPosition+"\n"
			record = append(record, line...)
		}
		if more {
			record = append(record[:len(record)-2], '\n') // without the comma
		}
		if all == nil {
			all = make([]bench.PositionTime, 0, size/int64(max(len(record), leastTiming))+1)
		}
		all = append(all, bench.PositionTime{})
		if !timesOf(record, keys, &all[len(all)-1]) {
			return nil, false
		}
	}
	return all, true
}

// timesOf reads the times of one position: at once if they are plain, else as JSON.
func timesOf(record []byte, keys map[string]bool, p *bench.PositionTime) bool {
	c := cursor{rest: record}
	c.want(beginPosition + "   \"id\": \"")
	p.ID = string(c.text())
	c.want(",\n   \"wall_ns\": ")
	p.Wall = time.Duration(c.number())
	for _, field := range []struct {
		key string
		to  *time.Duration
	}{{",\n   \"cpu_ns\": ", &p.CPU}, {",\n   \"found_ns\": ", &p.Found}, {",\n   \"stable_ns\": ", &p.Stable}} {
		if c.has(field.key) {
			*field.to = time.Duration(c.number())
		}
	}
	c.want("\n" + endPosition + "\n")
	if !c.odd && len(c.rest) == 0 {
		return true
	}
	if notText(record) >= 0 {
		return false
	}
	odd, broken := scan(record, keys)
	decoded, err := decodeStrictly[bench.PositionTime](record)
	if cmp.Or(odd, broken, err) != nil {
		return false
	}
	*p = *decoded
	return true
}
