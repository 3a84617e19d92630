package tune

import (
	"fmt"

	"github.com/zugwatch/zugwatch/engine"
)

// Source says where the samples of a file come from: enough to make them
// again. It is the first line of a data file.
type Source struct {
	Seed      uint64
	First     int // number of the first game
	Games     int
	Limits    engine.Limits // of each move
	HashMB    int
	Signature uint64 // of the engine that played
}

// sourceForm is the text form of a source, for reading and writing.
const sourceForm = "# games seed=%d first=%d games=%d limit=%s hash=%d signature=%d"

// String is the text form.
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
