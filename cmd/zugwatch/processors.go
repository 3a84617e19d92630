package main

import (
	"context"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/engine"
)

// affinityFlag keeps engines on processors.
func affinityFlag() cli.Flag {
	return &cli.StringFlag{
		Name:  "affinity",
		Usage: "keep the engine of each worker on one of the `PROCESSORS`, such as 0,1,2,3; in processes of their own, on Linux",
	}
}

// parseProcessors reads a list of processors; nil when there is none.
func parseProcessors(text string) ([]int, error) {
	if text == "" {
		return nil, nil
	}
	if runtime.GOOS != "linux" {
		return nil, badInput("flag --affinity=%.60s (expected on Linux alone, and this is %s)", text, runtime.GOOS)
	}
	var list []int
	for word := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || n >= maxProcessors || slices.Contains(list, n) {
			return nil, badInput("flag --affinity=%.60s (expected numbers of processors from 0, each once, with commas between)", text)
		}
		list = append(list, n)
	}
	return list, nil
}

// maxProcessors is how many processors the mask of an affinity has.
const maxProcessors = 1024

// processors hands out processors to the engines of a run. It is safe for
// concurrent use.
type processors struct {
	numbers []int
	mutex   sync.Mutex
	engines []int // on each
}

func newProcessors(numbers []int) *processors {
	return &processors{numbers: numbers, engines: make([]int, len(numbers))}
}

// take is the place in the list of the processor with the fewest engines.
func (p *processors) take() int {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	place := slices.Index(p.engines, slices.Min(p.engines))
	p.engines[place]++
	return place
}

// leave gives a processor back.
func (p *processors) leave(place int) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.engines[place]--
}

// open starts an engine on the processor with the fewest, until it is closed.
func (p *processors) open(ctx context.Context, k *contender) (engine.Engine, error) {
	place := p.take()
	opened, err := k.dial(ctx, p.numbers[place])
	if err != nil {
		p.leave(place)
		return nil, err
	}
	return &resident{Engine: opened, leave: sync.OnceFunc(func() { p.leave(place) })}, nil
}

// resident is an engine that is kept on a processor.
type resident struct {
	engine.Engine
	leave func()
}

// Remarks are those of the engine.
func (r *resident) Remarks() []engine.Remark {
	if remarker, ok := r.Engine.(engine.Remarker); ok {
		return remarker.Remarks()
	}
	return nil
}

// Close ends the engine and gives its processor back.
func (r *resident) Close() error {
	defer r.leave()
	return r.Engine.Close()
}
