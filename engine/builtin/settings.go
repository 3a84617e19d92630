package builtin

import (
	"fmt"
	"strconv"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/network"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/pass"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/engine/uci"
	"github.com/zugwatch/zugwatch/engine/uci/server"
)

// The names of options that only the chess engine has, besides engine.ThreadsOption.
const (
	EvalOption     = "Eval"
	EvalFileOption = "EvalFile"
)

// evalOfSearch is the value of EvalOption that leaves the evaluation to SearchOption.
const evalOfSearch = "search"

// Settings are those of the engine for chess.
type Settings struct {
	Policy  nullmove.Policy
	Params  search.Params
	HashMB  int // transposition table in MiB, from 1 to search.MaxHashMB
	Threads int // from 1 to search.MaxThreads; with more than one no result is exact
	// EvalFile is the path of the evaluation network, "" for the built-in one. Open reads it.
	EvalFile string
}

// Defaults returns the settings where nothing is said.
func Defaults() Settings {
	o := search.Defaults()
	return Settings{Policy: o.Policy, Params: o.Params, HashMB: o.HashMB, Threads: o.Threads}
}

// SearchOptions returns the settings as search.Options. The error is about the network file.
func (s Settings) SearchOptions() (search.Options, error) {
	o := search.Options{HashMB: s.HashMB, Policy: s.Policy, Params: s.Params, Threads: s.Threads}
	if s.EvalFile == "" || s.Params.Eval != search.Network {
		return o, o.FindNetwork()
	}
	var err error
	if o.Network, err = network.Open(s.EvalFile); err != nil {
		return o, err
	}
	if err := o.FindNetwork(); err != nil {
		return o, fmt.Errorf("%s: %w", s.EvalFile, err)
	}
	return o, nil
}

// Open makes an engine with the settings.
func (s Settings) Open() (engine.Engine, error) {
	o, err := s.SearchOptions()
	if err != nil {
		return nil, err
	}
	return asSearcher(search.New(o))
}

// ID identifies the engine that Open returns.
func (s Settings) ID() (engine.ID, error) {
	o, err := s.SearchOptions()
	return o.ID(), err
}

// Options returns the settings as UCI options; one thread goes without saying.
func (s Settings) Options() []engine.Option {
	options := []engine.Option{
		{Name: HashOption, Value: strconv.Itoa(s.HashMB)},
		{Name: NullMoveOption, Value: s.Policy.String()},
		{Name: SearchOption, Value: s.Params.String()},
	}
	if s.EvalFile != "" {
		options = append(options, engine.Option{Name: EvalFileOption, Value: s.EvalFile})
	}
	if s.Threads > 1 {
		options = append(options, engine.Option{Name: engine.ThreadsOption, Value: strconv.Itoa(s.Threads)})
	}
	return options
}

// Set is With for callers that do not know the game.
func (s Settings) Set(options []engine.Option) (Engine, error) { return s.With(options) }

// With returns the settings with UCI options set, whose names may be in any case.
func (s Settings) With(options []engine.Option) (Settings, error) {
	names := []string{HashOption, NullMoveOption, SearchOption, EvalOption, EvalFileOption, engine.ThreadsOption}
	values := map[string]string{engine.ThreadsOption: "1"}
	if err := setOptions(values, names, s.Options(), options); err != nil {
		return s, err
	}
	return parseSettings(values)
}

// parseSettings reads the values of all UCI options.
func parseSettings(values map[string]string) (Settings, error) {
	r := &valueReader{values: values}
	s := Settings{
		HashMB:   r.number(HashOption, search.MaxHashMB),
		Threads:  r.number(engine.ThreadsOption, search.MaxThreads),
		Policy:   read(r, NullMoveOption, nullmove.Parse),
		Params:   read(r, SearchOption, search.ParseParams),
		EvalFile: values[EvalFileOption],
	}
	if name := values[EvalOption]; name != "" && name != evalOfSearch {
		s.Params.Eval = read(r, EvalOption, search.ParseEvaluation)
	}
	return s, r.err
}

// Game returns chess.
func (Settings) Game() game.Game { return game.Chess }

// Unpruned returns the engine without null moves and reverse futility.
func (s Settings) Unpruned() Engine {
	o := search.Options{Policy: s.Policy, Params: s.Params}.Unpruned()
	s.Policy, s.Params = o.Policy, o.Params
	return s
}

// Judge makes the engine with one thread, which has its claims checked; nil: it has not.
func (s Settings) Judge(claims *pass.Audit) (Judge, error) {
	o, err := s.SearchOptions()
	if err != nil {
		return nil, err
	}
	o.Threads, o.Audit = 1, claims
	return search.New(o)
}

// BenchDepth returns the customary depth of Bench.
func (Settings) BenchDepth() int { return search.BenchDepth }

func (Settings) protocol() uci.Protocol { return uci.UCI }

func (Settings) title() string { return "Zugwatch " + search.Version }

func (s Settings) declared() []server.Setting {
	return []server.Setting{
		numberSetting(HashOption, s.HashMB, search.MaxHashMB),
		numberSetting(engine.ThreadsOption, s.Threads, search.MaxThreads),
		textSetting(NullMoveOption, s.Policy, nullmove.Parse),
		textSetting(SearchOption, s.Params, search.ParseParams),
		{Declared: uci.Declared{Name: EvalOption, Kind: uci.Combo, Default: evalOfSearch, Values: append([]string{evalOfSearch}, search.Evaluations()...)}},
		{Declared: uci.Declared{Name: EvalFileOption, Kind: uci.String, Default: s.EvalFile}},
	}
}

func (Settings) parse(values map[string]string) (Engine, error) { return parseSettings(values) }

func (s Settings) evaluate(position game.Position) (int32, error) {
	o, err := s.SearchOptions()
	if err != nil {
		return 0, err
	}
	p, _ := game.ToChess(position)
	return o.Evaluate(&p)
}
