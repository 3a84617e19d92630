package profile

import (
	"cmp"
	"encoding/binary"

	"github.com/zugwatch/zugwatch/bench/failure"
)

// The wire types of protocol buffers.
const (
	wireVarint = 0
	wire64     = 1
	wireBytes  = 2
	wire32     = 5
)

// The fields of a profile and of its messages that are counted.
const (
	fieldSampleType = 1
	fieldSample     = 2
	fieldMapping    = 3
	fieldLocation   = 4
	fieldFunction   = 5
	fieldString     = 6
	fieldComment    = 13

	fieldSampleLocation = 1
	fieldSampleValue    = 2
	fieldSampleLabel    = 3
	fieldLocationLine   = 4
)

// The bounds of a profile from outside, before its parser sees it. The parser takes up to a hundred bytes of memory for
// each byte, so that a file of a few KiB can fill a machine. They hold ten minutes of samples, and the memory for them
// under 320 MiB.
const (
	maxFile     = 4 << 20   // bytes of the file, compressed or not
	maxUnpacked = 16 << 20  // bytes after decompression
	maxMessages = 100_000   // messages of each table: samples, mappings, locations, functions, strings
	maxNested   = 300_000   // lines of all locations, and labels of all samples, each
	maxFrames   = 3_000_000 // locations of all samples
)

// topLevel holds the wire types of the fields of a profile, by the field. None has the number 0.
var topLevel = [...]int{
	-1, wireBytes, wireBytes, wireBytes, wireBytes, wireBytes, wireBytes, wireVarint, wireVarint, wireVarint, wireVarint, wireBytes,
	wireVarint, wireVarint, wireVarint, wireVarint,
}

// census counts what is in the messages of a profile.
type census struct{ lines, labels, values, frames int }

// precheck walks through an unpacked profile and refuses what is no profile or
// more than the bounds allow. It allocates nothing to speak of.
func precheck(data []byte) error {
	var c census
	tables := make(map[int]int) // messages by field
	err := eachField(data, func(field, wire int, body []byte) error {
		tables[field]++
		if tables[field] > maxMessages {
			return failure.Inputf("profile has more than %d messages of field %d", maxMessages, field)
		}
		if field >= len(topLevel) || topLevel[field] != wire && !(topLevel[field] == wireVarint && wire == wireBytes) {
			return failure.Inputf("profile has an unknown field %d of type %d (expected a pprof profile)", field, wire)
		}
		var err error
		switch {
		case field == fieldSample || field == fieldLocation:
			err = eachField(body, func(inner, wire int, body []byte) error {
				c.count(field, inner, wire, body)
				return nil
			})
		case field == fieldComment && wire == wireBytes:
			c.values += len(body)
		}
		return cmp.Or(err, c.check())
	})
	if err != nil {
		return err
	}
	if tables[fieldSampleType] == 0 || tables[fieldString] == 0 {
		return failure.Inputf("file is no profile (expected one that runtime/pprof or pprof has written)")
	}
	return nil
}

// count counts a field of a sample or a location.
func (c *census) count(message, field, wire int, body []byte) {
	count := 1
	if wire == wireBytes {
		count = len(body) // packed: at least one byte for each
	}
	switch {
	case message == fieldLocation:
		if field == fieldLocationLine {
			c.lines++
		}
	case field == fieldSampleLocation:
		c.frames += count
	case field == fieldSampleValue:
		c.values += count
	case field == fieldSampleLabel:
		c.labels++
	}
}

// check returns an error if a sum exceeds its bound.
func (c *census) check() error {
	for _, part := range []struct {
		what        string
		count, most int
	}{{"lines", c.lines, maxNested}, {"labels", c.labels, maxNested}, {"values", c.values, 2 * maxNested}, {"frames", c.frames, maxFrames}} {
		if part.count > part.most {
			return failure.Inputf("profile has more than %d %s", part.most, part.what)
		}
	}
	return nil
}

// eachField calls each for every field of a message, with the body of one of bytes.
func eachField(data []byte, each func(field, wire int, body []byte) error) error {
	for at := 0; at < len(data); {
		tag, n := binary.Uvarint(data[at:])
		if n <= 0 || tag>>3 == 0 || tag>>3 > 1<<20 {
			return damagedError(at)
		}
		at += n
		var body []byte
		wire := int(tag & 7)
		switch wire {
		case wireVarint:
			if _, n = binary.Uvarint(data[at:]); n <= 0 {
				return damagedError(at)
			}
		case wire64:
			n = 8
		case wire32:
			n = 4
		case wireBytes:
			size, width := binary.Uvarint(data[at:])
			if width <= 0 || size > uint64(len(data)-at-width) {
				return damagedError(at)
			}
			n = width + int(size)
			body = data[at+width : at+n]
		default:
			return damagedError(at)
		}
		if at+n > len(data) {
			return damagedError(at)
		}
		at += n
		if err := each(int(tag>>3), wire, body); err != nil {
			return err
		}
	}
	return nil
}

func damagedError(at int) error {
	return failure.Inputf("profile is cut or damaged, or the file is none (at byte %d of a message)", at)
}
