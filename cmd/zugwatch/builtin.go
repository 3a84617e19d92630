package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/search"
)

// builtin is the built-in engine with its settings.
type builtin struct {
	policy  nullmove.Policy
	params  search.Params
	hash    int // MiB
	threads int
}

// builtinFlags are the flags that change the built-in engine; other names what
// else may set their defaults.
func builtinFlags(other string) []cli.Flag {
	defaults := search.Defaults()
	return []cli.Flag{
		&cli.StringFlag{
			Name: "nullmove", DefaultText: defaults.Policy.String() + other,
			Usage: "null-move `POLICY`, such as off, r3, adaptive2-3 or r4,guard=none,min=1",
		},
		&cli.StringFlag{
			Name: "search", DefaultText: defaults.Params.String() + other,
			Usage: "search `PRESET`, modern or falcon, with changes such as modern,lmr=off",
		},
		&cli.IntFlag{
			Name: "hash", DefaultText: strconv.Itoa(defaults.HashMB) + other,
			Usage: "transposition table of the engine in `MIB`",
		},
		&cli.IntFlag{
			Name: "threads", Value: defaults.Threads,
			Usage: "search each position with `N` threads; with more than one no result is exact",
		},
	}
}

// newBuiltin applies the flags to the settings of a configuration.
func newBuiltin(c *cli.Context, settings *config) (builtin, error) {
	text, preset, hash := settings.NullMove, settings.Search, settings.Hash
	if c.IsSet("nullmove") {
		text = c.String("nullmove")
	}
	if c.IsSet("search") {
		preset = c.String("search")
	}
	if c.IsSet("hash") {
		hash = c.Int("hash")
	}
	if hash < 1 || hash > search.MaxHashMB {
		return builtin{}, badInput("flag --hash=%d (expected a number from 1 to %d)", hash, search.MaxHashMB)
	}
	threads := 1
	if c.IsSet("threads") {
		threads = c.Int("threads")
	}
	if threads < 1 || threads > search.MaxThreads {
		return builtin{}, badInput("flag --threads=%d (expected a number from 1 to %d)", threads, search.MaxThreads)
	}
	policy, err := nullmove.Parse(text)
	if err != nil {
		return builtin{}, badInput("flag --nullmove: %w", err)
	}
	params, err := search.ParseParams(preset)
	if err != nil {
		return builtin{}, badInput("flag --search: %w", err)
	}
	return builtin{policy: policy, params: params, hash: hash, threads: threads}, nil
}

// searcher makes an engine with the settings.
func (b builtin) searcher() (*search.Searcher, error) {
	options := search.Defaults()
	options.HashMB, options.Policy, options.Params, options.Threads = b.hash, b.policy, b.params, b.threads
	return search.New(options)
}

// open makes an engine with the settings for a run.
func (b builtin) open() (engine.Engine, error) {
	searcher, err := b.searcher()
	if err != nil {
		return nil, err
	}
	return searcher, nil
}

// options are the settings as UCI options; one thread goes without saying.
func (b builtin) options() []engine.Option {
	options := []engine.Option{
		{Name: uciHash, Value: strconv.Itoa(b.hash)},
		{Name: uciNullMove, Value: b.policy.String()},
		{Name: uciSearch, Value: b.params.String()},
	}
	if b.threads > 1 {
		options = append(options, engine.Option{Name: engine.ThreadsOption, Value: strconv.Itoa(b.threads)})
	}
	return options
}

// with are the settings with UCI options set.
func (b builtin) with(options []engine.Option) (builtin, error) {
	names := []string{uciHash, uciNullMove, uciSearch, engine.ThreadsOption}
	values := map[string]string{engine.ThreadsOption: "1"}
	for _, o := range b.options() {
		values[o.Name] = o.Value
	}
	for _, o := range options {
		i := slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, o.Name) })
		if i < 0 {
			return b, badInput("flag --option: the built-in engine has no option %q (expected %s%s)", o.Name, alternatives(names), didYouMean(o.Name, names))
		}
		values[names[i]] = o.Value
	}
	changed, err := builtinOf(values)
	if err == nil && (changed.hash < 1 || changed.hash > search.MaxHashMB) {
		err = fmt.Errorf("option %s=%d (expected a number from 1 to %d)", uciHash, changed.hash, search.MaxHashMB)
	}
	if err == nil && (changed.threads < 1 || changed.threads > search.MaxThreads) {
		err = fmt.Errorf("option %s=%d (expected a number from 1 to %d)", engine.ThreadsOption, changed.threads, search.MaxThreads)
	}
	if err != nil {
		return b, badInput("flag --option: %w", err)
	}
	return changed, nil
}
