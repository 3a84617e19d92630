package store

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"hash"
	"io"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/file"
)

const (
	// streamBuffer is the longest line of a file that is streamed, in bytes.
	streamBuffer = 1 << 18
	// maxHead is the largest number of lines above the first position.
	maxHead = 16
	// minRecord is the smallest size of a position in a file, in bytes.
	minRecord = 56
)

// The lines of a file that are always the same.
const (
	outcomesLine = "\"outcomes\": [\n"
	endOfList    = "],\n"
)

// stream reads a run file line by line, without ever holding it as a whole. It accepts a
// subset of what decode accepts, and gives the same document. False does not mean that
// the file is bad: decode decides that and says why. Size is that of the file in bytes.
func stream(in io.Reader, size int64) (*document, bool) {
	s := newStreamer(in)
	head, ok := s.head()
	if !ok {
		return nil, false
	}
	d, err := file.Decode[document](append(head[:len(head):len(head)], "],\n\"digest\": \"\"\n}\n"...))
	if err != nil {
		return nil, false
	}
	if d.Outcomes, ok = s.outcomes(min(int64(max(d.Suite.Count, 0)), size/minRecord)); !ok {
		return nil, false
	}
	if d.Digest, ok = s.tail(); !ok {
		return nil, false
	}
	spelt, err := headLayout(d.run(), d.Accepted).Bytes()
	if err != nil || string(head) != string(spelt)+outcomesLine || checkPlausible(d) != nil {
		return nil, false
	}
	return d, true
}

// streamer is a file that is being read.
type streamer struct {
	in      *bufio.Reader
	sum     hash.Hash // of all lines above the digest
	records recordReader
}

func newStreamer(in io.Reader) *streamer {
	return &streamer{in: bufio.NewReaderSize(in, streamBuffer), sum: sha256.New()}
}

// line returns the next line with its end, which is valid until the next call. False
// stands for the end of the file too.
func (s *streamer) line() ([]byte, bool) {
	line, err := s.in.ReadSlice('\n')
	return line, err == nil
}

// head reads up to the first position.
func (s *streamer) head() ([]byte, bool) {
	var head []byte
	for range maxHead {
		line, ok := s.line()
		if !ok {
			return nil, false
		}
		head = append(head, line...)
		if string(line) == outcomesLine {
			s.sum.Write(head)
			return head, true
		}
	}
	return nil, false
}

// outcomes reads the positions, about so many.
func (s *streamer) outcomes(expected int64) ([]bench.Outcome, bool) {
	all := make([]bench.Outcome, 0, expected)
	for more := true; more; {
		line, ok := s.line()
		if !ok {
			return nil, false
		}
		s.sum.Write(line)
		var record []byte
		if record, more = bytes.CutSuffix(line, []byte(",\n")); !more {
			record = line[:len(line)-1]
		}
		all = append(all, bench.Outcome{})
		if !s.records.read(record, &all[len(all)-1]) {
			return nil, false
		}
	}
	end, ok := s.line()
	if !ok || string(end) != endOfList {
		return nil, false
	}
	s.sum.Write(end)
	return all, true
}

// tail reads the seal, which has to be the right one, and the end.
func (s *streamer) tail() (digest string, ok bool) {
	digest, end := file.Seal(s.sum.Sum(nil))
	found, err := io.ReadAll(io.LimitReader(s.in, int64(len(end))+1))
	return digest, err == nil && string(found) == end
}
