package engines

import (
	"context"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine"
)

// Processors hands out processors to the engines of a run. It is safe for
// concurrent use.
type Processors struct {
	numbers []int
	mutex   sync.Mutex
	engines []int // on each
}

// NewProcessors returns a set that hands out the processors with the numbers. There must
// be at least one.
func NewProcessors(numbers []int) *Processors {
	return &Processors{numbers: numbers, engines: make([]int, len(numbers))}
}

// maxProcessors is the number of processors in an affinity mask.
const maxProcessors = 1024

// ParseProcessors reads the value of --affinity: numbers of processors from 0, with
// commas between; nil for an empty text. Its errors are of the kind Input, also
// where engines cannot be kept on processors.
func ParseProcessors(text string) ([]int, error) {
	if text == "" {
		return nil, nil
	}
	if runtime.GOOS != "linux" {
		return nil, failure.Inputf("flag --affinity=%.60s (expected on Linux alone, and this is %s)", text, runtime.GOOS)
	}
	var list []int
	for word := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || n >= maxProcessors || slices.Contains(list, n) {
			return nil, failure.Inputf("flag --affinity=%.60s (expected numbers of processors from 0, each once, with commas between)", text)
		}
		list = append(list, n)
	}
	return list, nil
}

// acquire takes the processor with the fewest engines and returns its place in the list.
func (p *Processors) acquire() int {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	place := slices.Index(p.engines, slices.Min(p.engines))
	p.engines[place]++
	return place
}

// release gives a processor back.
func (p *Processors) release(place int) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.engines[place]--
}

// Open starts an engine on the processor with the fewest, until it is closed.
func (p *Processors) Open(ctx context.Context, k *Engine) (engine.Engine, error) {
	place := p.acquire()
	opened, err := k.Start(ctx, p.numbers[place])
	if err != nil {
		p.release(place)
		return nil, err
	}
	return &pinnedEngine{processEngines: opened.(processEngines), leave: sync.OnceFunc(func() { p.release(place) })}, nil
}

// processEngines are the engines that Start starts.
type processEngines interface {
	engine.Engine
	engine.PerftCounter
	engine.Remarker
}

// pinnedEngine is an engine that runs on one processor.
type pinnedEngine struct {
	processEngines
	leave func()
}

// Close ends the engine and gives its processor back.
func (r *pinnedEngine) Close() error {
	defer r.leave()
	return r.processEngines.Close()
}
