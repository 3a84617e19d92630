package builtin

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/shogi/eval"
	"github.com/zugwatch/zugwatch/engine/shogi/search"
	"github.com/zugwatch/zugwatch/engine/table"
	"github.com/zugwatch/zugwatch/engine/uci"
	"github.com/zugwatch/zugwatch/engine/uci/server"
)

// ShogiSettings are those of the engine for shogi.
type ShogiSettings struct {
	Policy nullmove.Policy
	Params search.Params
	HashMB int // transposition table in MiB, from 1 to table.MaxMB
}

// ShogiDefaults are the settings where nothing is said.
func ShogiDefaults() ShogiSettings {
	o := search.Defaults()
	return ShogiSettings{Policy: o.Policy, Params: o.Params, HashMB: o.HashMB}
}

func (s ShogiSettings) searcher() (*search.Searcher, error) {
	return search.New(search.Options{HashMB: s.HashMB, Policy: s.Policy, Params: s.Params})
}

// Open makes an engine with the settings.
func (s ShogiSettings) Open() (engine.Engine, error) {
	searcher, err := s.searcher()
	if err != nil {
		return nil, err
	}
	return searcher, nil
}

// Options are the settings as options.
func (s ShogiSettings) Options() []engine.Option {
	return []engine.Option{
		{Name: HashOption, Value: strconv.Itoa(s.HashMB)},
		{Name: NullMoveOption, Value: s.Policy.String()},
		{Name: SearchOption, Value: s.Params.String()},
	}
}

// With are the settings with options set, whose names may be in any case.
func (s ShogiSettings) With(options []engine.Option) (ShogiSettings, error) {
	values := make(map[string]string)
	if err := set(values, []string{HashOption, NullMoveOption, SearchOption}, s.Options(), options); err != nil {
		return s, err
	}
	return ParseShogi(values)
}

// ParseShogi reads the values of all options.
func ParseShogi(values map[string]string) (s ShogiSettings, err error) {
	if s.HashMB, err = number(values, HashOption, table.MaxMB); err != nil {
		return s, err
	}
	if s.Policy, err = nullmove.Parse(values[NullMoveOption]); err != nil {
		return s, fmt.Errorf("option %s: %w", NullMoveOption, err)
	}
	if s.Params, err = search.ParseParams(values[SearchOption]); err != nil {
		return s, fmt.Errorf("option %s: %w", SearchOption, err)
	}
	return s, nil
}

// ShogiHost describes the engine to those who ask over USI; the settings are the
// defaults of its options.
func ShogiHost(s ShogiSettings, now func() time.Time) server.Host {
	return server.Host{
		Protocol: uci.USI,
		Name:     "Zugwatch Shogi " + search.Version,
		Author:   "the Zugwatch authors",
		Options: []server.Setting{
			{Declared: uci.Declared{Name: HashOption, Kind: uci.Spin, Default: strconv.Itoa(s.HashMB), Min: 1, Max: table.MaxMB}},
			{
				Declared: uci.Declared{Name: NullMoveOption, Kind: uci.String, Default: s.Policy.String()},
				Check:    func(text string) error { _, err := nullmove.Parse(text); return err },
			},
			{
				Declared: uci.Declared{Name: SearchOption, Kind: uci.String, Default: s.Params.String()},
				Check:    func(text string) error { _, err := search.ParseParams(text); return err },
			},
		},
		Open: func(values map[string]string) (engine.Engine, error) {
			settings, err := ParseShogi(values)
			if err != nil {
				return nil, err
			}
			return settings.Open()
		},
		Eval: shogiEval,
		Bench: func(ctx context.Context, values map[string]string, args []string, w io.Writer) error {
			depth, err := benchDepth(args, search.BenchDepth)
			if err != nil {
				return err
			}
			settings, err := ParseShogi(values)
			if err != nil {
				return err
			}
			return ShogiBench(ctx, settings, depth, now, w)
		},
		Now:      now,
		Patience: patience,
	}
}

// shogiEval is the static value of a position for people.
func shogiEval(_ map[string]string, position game.Position) (string, error) {
	p, _ := game.InShogi(position)
	if p.InCheck() {
		return "eval none: the side to move is in check", nil
	}
	return fmt.Sprintf("eval %d centipawns for the side to move", eval.Evaluate(&p)), nil
}

// ShogiBench searches fixed positions to a depth and writes a line for each, and the sum
// of the nodes: the signature of the engine.
func ShogiBench(ctx context.Context, s ShogiSettings, depth int, now func() time.Time, w io.Writer) error {
	searcher, err := s.searcher()
	if err != nil {
		return err
	}
	start := now()
	nodes, err := searcher.Bench(ctx, depth, func(b search.Benched) {
		fmt.Fprintf(w, "Position %2d/%d: %-6s %6s %9d nodes  %s\n", b.Number, b.Of, b.Found.PV[0], b.Found.Score, b.Found.Nodes, b.SFEN)
	})
	if err != nil {
		return err
	}
	return WriteSpeed(w, now().Sub(start), nodes)
}
