// Package builtin is the engine that Zugwatch brings: its settings, their names as
// UCI options, and how it shows itself over UCI.
package builtin

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/network"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/engine/text"
)

// Name is what configurations and reports call the engine.
const Name = "zugwatch"

// The names of its UCI options, beside engine.ThreadsOption.
const (
	HashOption     = engine.HashOption
	NullMoveOption = "NullMove"
	SearchOption   = "Search"
	EvalOption     = "Eval"
	EvalFileOption = "EvalFile"
)

// evalOfSearch is the value of EvalOption that leaves the evaluation to SearchOption.
const evalOfSearch = "search"

// Settings are those of the engine.
type Settings struct {
	Policy  nullmove.Policy
	Params  search.Params
	HashMB  int // transposition table in MiB, from 1 to search.MaxHashMB
	Threads int // from 1 to search.MaxThreads; with more than one no result is exact
	// EvalFile is the file of the network that evaluates, "" for the one that is
	// built in. Open reads it.
	EvalFile string
}

// Defaults are the settings where nothing is said.
func Defaults() Settings {
	o := search.Defaults()
	return Settings{Policy: o.Policy, Params: o.Params, HashMB: o.HashMB, Threads: o.Threads}
}

// SearchOptions are the settings as the search takes them. An error says what is
// wrong with the file of the network.
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

// searcher makes the engine.
func (s Settings) searcher() (*search.Searcher, error) {
	o, err := s.SearchOptions()
	if err != nil {
		return nil, err
	}
	return search.New(o)
}

// Open makes an engine with the settings.
func (s Settings) Open() (engine.Engine, error) {
	searcher, err := s.searcher()
	if err != nil {
		return nil, err
	}
	return searcher, nil
}

// Options are the settings as UCI options; one thread goes without saying.
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

// With are the settings with UCI options set, whose names may be in any case.
func (s Settings) With(options []engine.Option) (Settings, error) {
	names := []string{HashOption, NullMoveOption, SearchOption, EvalOption, EvalFileOption, engine.ThreadsOption}
	values := map[string]string{engine.ThreadsOption: "1"}
	if err := set(values, names, s.Options(), options); err != nil {
		return s, err
	}
	return Parse(values)
}

// set puts options into values by their names, which may be in any case: first those that
// are known to be right, then those that somebody asks for.
func set(values map[string]string, names []string, own, asked []engine.Option) error {
	for _, o := range own {
		values[o.Name] = o.Value
	}
	for _, o := range asked {
		i := slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, o.Name) })
		if i < 0 {
			return fmt.Errorf("the built-in engine has no option %q (expected %s%s)", o.Name, text.Or(names), text.DidYouMean(o.Name, names))
		}
		values[names[i]] = o.Value
	}
	return nil
}

// Parse reads the values of all UCI options.
func Parse(values map[string]string) (s Settings, err error) {
	if s.HashMB, err = number(values, HashOption, search.MaxHashMB); err != nil {
		return s, err
	}
	if s.Threads, err = number(values, engine.ThreadsOption, search.MaxThreads); err != nil {
		return s, err
	}
	if s.Policy, err = nullmove.Parse(values[NullMoveOption]); err != nil {
		return s, fmt.Errorf("option %s: %w", NullMoveOption, err)
	}
	if s.Params, err = search.ParseParams(values[SearchOption]); err != nil {
		return s, fmt.Errorf("option %s: %w", SearchOption, err)
	}
	if name := values[EvalOption]; name != "" && name != evalOfSearch {
		if s.Params.Eval, err = search.ParseEvaluation(name); err != nil {
			return s, fmt.Errorf("option %s: %w", EvalOption, err)
		}
	}
	s.EvalFile = values[EvalFileOption]
	return s, nil
}

// number reads a value from 1 to most.
func number(values map[string]string, name string, most int) (int, error) {
	n, err := strconv.Atoi(values[name])
	if err != nil {
		return 0, fmt.Errorf("option %s: %w", name, err)
	}
	if n < 1 || n > most {
		return 0, fmt.Errorf("option %s=%d (expected a number from 1 to %d)", name, n, most)
	}
	return n, nil
}
