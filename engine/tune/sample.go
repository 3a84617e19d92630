package tune

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
)

// Result counts the half points of White in a game.
type Result uint8

// The results of a game.
const (
	BlackWins Result = iota
	Draw
	WhiteWins
)

// resultNames are the text forms of the results.
var resultNames = [3]string{"0-1", "1/2-1/2", "1-0"}

// String returns "1-0", "1/2-1/2" or "0-1".
func (r Result) String() string { return resultNames[r] }

// Sample is a position of a game, with the engine's score and the result of the
// game.
type Sample struct {
	Position chess.Position
	Score    int // centipawns from White's side, by the search
	Result   Result
}

// String returns the line of a sample in a data file: "FEN;score;result".
func (s *Sample) String() string {
	return s.Position.FEN() + ";" + strconv.Itoa(s.Score) + ";" + s.Result.String()
}

// ParseSample reads a line of a data file.
func ParseSample(line string) (Sample, error) {
	parts := strings.Split(line, ";")
	if len(parts) != 3 {
		return Sample{}, fmt.Errorf("sample has %d fields (expected FEN;score;result)", len(parts))
	}
	p, err := chess.ParseFEN(parts[0])
	if err != nil {
		return Sample{}, err
	}
	score, err := strconv.Atoi(parts[1])
	if err != nil {
		return Sample{}, fmt.Errorf("score %.20q (expected centipawns)", parts[1])
	}
	result := slices.Index(resultNames[:], parts[2])
	if result < 0 {
		return Sample{}, fmt.Errorf("result %.20q (expected 1-0, 1/2-1/2 or 0-1)", parts[2])
	}
	return Sample{Position: p, Score: score, Result: Result(result)}, nil
}

// ReadSamples reads a data file of text: a line with the source, then a line for
// each sample. It calls each for every sample. Errors begin with name:line.
func ReadSamples(r io.Reader, name string, each func(*Sample) error) (Source, error) {
	lines := bufio.NewScanner(r)
	lines.Scan()
	source, err := ParseSource(lines.Text())
	if err != nil {
		return Source{}, fmt.Errorf("%s:1: %w", name, err)
	}
	for n := 2; lines.Scan(); n++ {
		s, err := ParseSample(lines.Text())
		if err == nil {
			err = each(&s)
		}
		if err != nil {
			return source, fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return source, fmt.Errorf("%s: %w", name, err)
	}
	return source, nil
}

// Source describes the origin of the samples of a file, in enough detail to make
// them again. Its text form is the first line of a text file.
type Source struct {
	Seed      uint64
	First     int // number of the first game
	Games     int
	Limits    engine.Limits // of each move
	HashMB    int
	Signature uint64 // of the engine that played
}

// sourceForm is the format of a source for fmt, for reading and writing.
const sourceForm = "# games seed=%d first=%d games=%d limit=%s hash=%d signature=%d"

// String returns the text form.
func (s Source) String() string {
	return fmt.Sprintf(sourceForm, s.Seed, s.First, s.Games, s.Limits, s.HashMB, s.Signature)
}

// ParseSource reads the text form.
func ParseSource(line string) (s Source, err error) {
	var limits string
	n, err := fmt.Sscanf(line, sourceForm, &s.Seed, &s.First, &s.Games, &limits, &s.HashMB, &s.Signature)
	if n != 6 || err != nil {
		return Source{}, fmt.Errorf("header %.60q (expected %q)", line, Source{Games: 1, HashMB: 2, Limits: engine.Limits{Nodes: 2500}})
	}
	s.Limits, err = engine.ParseLimits(limits)
	return s, err
}
