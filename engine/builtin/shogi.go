package builtin

import (
	"strconv"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/pass"
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

// ShogiDefaults returns the settings where nothing is said.
func ShogiDefaults() ShogiSettings {
	o := search.Defaults()
	return ShogiSettings{Policy: o.Policy, Params: o.Params, HashMB: o.HashMB}
}

// searchOptions returns the settings as the search takes them.
func (s ShogiSettings) searchOptions() search.Options {
	return search.Options{HashMB: s.HashMB, Policy: s.Policy, Params: s.Params}
}

// Open makes an engine with the settings.
func (s ShogiSettings) Open() (engine.Engine, error) {
	return asSearcher(search.New(s.searchOptions()))
}

// ID identifies the engine that Open returns.
func (s ShogiSettings) ID() (engine.ID, error) {
	o := s.searchOptions()
	return o.ID(), nil
}

// Options returns the settings as options.
func (s ShogiSettings) Options() []engine.Option {
	return []engine.Option{
		{Name: HashOption, Value: strconv.Itoa(s.HashMB)},
		{Name: NullMoveOption, Value: s.Policy.String()},
		{Name: SearchOption, Value: s.Params.String()},
	}
}

// Set returns the settings with options set, whose names may be in any case.
func (s ShogiSettings) Set(options []engine.Option) (Engine, error) {
	values := make(map[string]string)
	if err := setOptions(values, []string{HashOption, NullMoveOption, SearchOption}, s.Options(), options); err != nil {
		return s, err
	}
	return s.parse(values)
}

// Game returns shogi.
func (ShogiSettings) Game() game.Game { return game.Shogi }

// Unpruned returns the engine without null moves and reverse futility.
func (s ShogiSettings) Unpruned() Engine {
	o := s.searchOptions().Unpruned()
	s.Policy, s.Params = o.Policy, o.Params
	return s
}

// Judge makes the engine, which has its claims checked; nil: it has not.
func (s ShogiSettings) Judge(claims *pass.Audit) (Judge, error) {
	o := s.searchOptions()
	o.Audit = claims
	return search.New(o)
}

// BenchDepth returns the customary depth of Bench.
func (ShogiSettings) BenchDepth() int { return search.BenchDepth }

func (ShogiSettings) protocol() uci.Protocol { return uci.USI }

func (ShogiSettings) title() string { return "Zugwatch Shogi " + search.Version }

func (s ShogiSettings) declared() []server.Setting {
	return []server.Setting{
		numberSetting(HashOption, s.HashMB, table.MaxMB),
		textSetting(NullMoveOption, s.Policy, nullmove.Parse),
		textSetting(SearchOption, s.Params, search.ParseParams),
	}
}

func (ShogiSettings) parse(values map[string]string) (Engine, error) {
	r := &valueReader{values: values}
	s := ShogiSettings{
		HashMB: r.number(HashOption, table.MaxMB),
		Policy: read(r, NullMoveOption, nullmove.Parse),
		Params: read(r, SearchOption, search.ParseParams),
	}
	return s, r.err
}

func (ShogiSettings) evaluate(position game.Position) (int32, error) {
	p, _ := game.ToShogi(position)
	return eval.Evaluate(&p), nil
}
