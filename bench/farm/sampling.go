package farm

import (
	"context"
	"fmt"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/tune"
)

// sampledGames is the number of games in an item of a SampleJob.
const sampledGames = 4

// Sample has the games of a generation played by the workers and calls each as tune.Generate
// does, when all are played.
func (f *Farm) Sample(ctx context.Context, on engines.Engine, g tune.Generation, each func(*tune.Sample) error) (tune.GenerationResult, error) {
	if err := g.Check(); err != nil {
		return tune.GenerationResult{}, err
	}
	positions, err := openings()
	if err != nil {
		return tune.GenerationResult{}, err
	}
	known, references, err := f.identifyAll(ctx, positions, on)
	if err != nil {
		return tune.GenerationResult{}, err
	}
	s := newSampleTask(g)
	defer s.player.Close()
	s.player.Open = on.Open
	err = f.Coordinate(ctx, &Task{
		Job:   Job{Title: fmt.Sprintf("games of seed %d from %d", g.Seed, g.First), Sampling: &SampleJob{Engine: known[0], Limits: g.Limits.String(), Seed: g.Seed}, References: references},
		Items: s.items(), Item: s.item, Read: s.read, Here: s.play, Progress: &s.progress,
	})
	if err != nil {
		return tune.GenerationResult{}, err
	}
	return s.collect(each)
}

// sampleTask is the games of a generation, some in each item.
type sampleTask struct {
	generation tune.Generation
	player     SamplePlayer // on this machine
	played     [][]byte     // the outcomes of the items
	progress   Progress
}

func newSampleTask(g tune.Generation) *sampleTask {
	count := (g.Games + sampledGames - 1) / sampledGames
	return &sampleTask{generation: g, player: SamplePlayer{Limits: g.Limits, Seed: g.Seed}, played: make([][]byte, count), progress: Progress{Total: count}}
}

// items returns the numbers of the items.
func (s *sampleTask) items() (all []int) {
	for i := range s.played {
		all = append(all, i)
	}
	return all
}

// item returns some games.
func (s *sampleTask) item(index int) Item {
	i := Item{Index: index}
	for n := index * sampledGames; n < min((index+1)*sampledGames, s.generation.Games); n++ {
		i.Numbers = append(i.Numbers, uint64(s.generation.First+n))
	}
	return i
}

// SamplePlayer plays games whose positions are kept, with an engine that it opens for the first of them.
type SamplePlayer struct {
	Open   func() (engine.Engine, error)
	Limits engine.Limits
	Seed   uint64

	engine engine.Engine // nil: it is not open
}

// Do plays the games of an item. Its result has the positions of each game.
func (p *SamplePlayer) Do(ctx context.Context, item *Item) (r Result, err error) {
	if p.engine == nil {
		if p.engine, err = p.Open(); err != nil {
			return r, err
		}
	}
	games := make([][]string, len(item.Numbers))
	for i, n := range item.Numbers {
		samples, err := tune.Play(ctx, p.engine, p.Limits, p.Seed, n)
		if err != nil {
			return r, err
		}
		games[i] = []string{}
		for j := range samples {
			games[i] = append(games[i], samples[j].String())
		}
	}
	r = Result{Index: item.Index, End: Done}
	r.Outcome, err = file.Line(games)
	return r, err
}

// Close closes the engine.
func (p *SamplePlayer) Close() {
	if p.engine != nil {
		p.engine.Close()
	}
}

// parse reads the games of a result.
func (s *sampleTask) parse(index int, outcome []byte) ([][]tune.Sample, error) {
	var texts [][]string
	if err := file.Parse(outcome, &texts); err != nil {
		return nil, err
	}
	if want := len(s.item(index).Numbers); len(texts) != want {
		return nil, fmt.Errorf("%d games (expected %d)", len(texts), want)
	}
	games := make([][]tune.Sample, len(texts))
	for i, lines := range texts {
		for _, line := range lines {
			sample, err := tune.ParseSample(line)
			if err != nil {
				return nil, err
			}
			games[i] = append(games[i], sample)
		}
	}
	return games, nil
}

func (s *sampleTask) read(r Result) (same []byte, take func() error, err error) {
	switch r.End {
	case Lost:
		return failedItem("%d workers were given the games from %d, and none came back", Attempts, s.item(r.Index).Numbers[0])
	case Nondeterministic:
		return failedItem("nondeterministic: games went otherwise when they were played again")
	}
	if _, err := s.parse(r.Index, r.Outcome); err != nil {
		return nil, nil, err
	}
	return r.Outcome, func() error {
		if s.played[r.Index] == nil {
			s.progress.Finished++
		}
		s.played[r.Index] = r.Outcome
		return nil
	}, nil
}

// play plays games on this machine.
func (s *sampleTask) play(ctx context.Context, index int) (Result, error) {
	item := s.item(index)
	return s.player.Do(ctx, &item)
}

// collect hands over the positions of all games in their order.
func (s *sampleTask) collect(each func(*tune.Sample) error) (tune.GenerationResult, error) {
	collection := tune.NewDeduplicator(each)
	for i, outcome := range s.played {
		games, err := s.parse(i, outcome)
		if err != nil {
			return collection.GenerationResult, err
		}
		for _, samples := range games {
			if err := collection.Add(samples); err != nil {
				return collection.GenerationResult, err
			}
		}
	}
	return collection.GenerationResult, nil
}
