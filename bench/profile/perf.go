package profile

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/bench/failure"
)

// PerfFields are the fields that ReadPerf expects of perf script -F, without
// inlined frames.
const PerfFields = "comm,tid,period,event,ip,sym,dso"

// unknownName is the name that perf gives to an unknown function.
const unknownName = "[unknown]"

// The bounds of the text of perf script.
const (
	maxPerfBytes = 1 << 30
	maxPerfLine  = 1 << 16
)

// ReadPerf reads what perf script prints of a recording of the event cpu-clock
// with call graphs. A function without a name is called after its program, in
// brackets. A stack ends where perf lost its way, as it does in programs that
// are built without frame pointers.
func ReadPerf(r io.Reader) (*Profile, error) {
	lines := bufio.NewScanner(io.LimitReader(r, maxPerfBytes))
	lines.Buffer(nil, maxPerfLine)
	var p perfReader
	for lines.Scan() {
		p.line++
		if err := p.read(lines.Text()); err != nil {
			return nil, err
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, p.errorAt("a line of more than 64 KiB")
	} else if err != nil {
		return nil, err
	}
	p.finish()
	if p.builder == nil {
		return nil, noSamples("the program ran too short, or was not profiled")
	}
	return p.builder.profile()
}

// perfReader turns the lines of perf script into samples.
type perfReader struct {
	line    int
	builder *builder
	inside  bool // a sample is being read
	lost    bool // the rest of its stack is not code
	period  int64
	stack   []frame
	frames  int
	samples int
}

func (p *perfReader) errorAt(what string) error {
	return failure.Inputf("output of perf script has %s at line %d (expected the fields %s)", what, p.line, PerfFields)
}

// read reads one line: the head of a sample, a frame, or the end of a sample.
func (p *perfReader) read(text string) error {
	switch {
	case strings.TrimSpace(text) == "":
		p.finish()
		return nil
	case !p.inside:
		return p.head(text)
	}
	return p.frame(strings.TrimSpace(text))
}

// head reads "name tid period event:"; the name may have blanks in it.
func (p *perfReader) head(text string) error {
	words := strings.Fields(text)
	if len(words) < 4 || !strings.HasSuffix(words[len(words)-1], ":") {
		return p.errorAt("no head of a sample")
	}
	period, err := strconv.ParseInt(words[len(words)-2], 10, 64)
	if err != nil || period < 1 || period > 1e12 {
		return p.errorAt("no period")
	}
	if event := words[len(words)-1]; !strings.HasPrefix(event, "cpu-clock:") {
		return p.errorAt("another event than cpu-clock")
	}
	if p.samples++; p.samples > maxMessages {
		return failure.Inputf("profile has more than %d samples", maxMessages)
	}
	if p.builder == nil {
		p.builder = newBuilder(period)
	}
	p.inside, p.lost, p.period, p.stack = true, false, period, nil
	return nil
}

// frame reads "address function (program)".
func (p *perfReader) frame(text string) error {
	address, rest, found := strings.Cut(text, " ")
	at, err := strconv.ParseUint(address, 16, 64)
	open := strings.LastIndex(rest, " (")
	if !found || err != nil || open < 0 || !strings.HasSuffix(rest, ")") {
		return p.errorAt("no frame")
	}
	name, file := rest[:open], rest[open+2:len(rest)-1]
	if p.frames++; p.frames > maxFrames {
		return failure.Inputf("profile has more than %d frames", maxFrames)
	}
	if name == unknownName && file == unknownName {
		p.lost = true
	}
	if p.lost {
		return nil
	}
	if name == unknownName {
		name = "[" + baseName(file) + "]"
	}
	p.stack = append(p.stack, frame{name, file, at})
	return nil
}

// finish ends a sample.
func (p *perfReader) finish() {
	if p.inside {
		if len(p.stack) == 0 {
			p.stack = []frame{{function: unknownName, file: unknownName}}
		}
		p.builder.add(p.stack, 1, p.period)
	}
	p.inside = false
}
