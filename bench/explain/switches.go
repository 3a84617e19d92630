package explain

import (
	"context"
	"slices"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/game"
)

// Switches lists the rules and settings that can be switched off in the head, and opens engines without them. The caller
// closes these.
type Switches struct {
	Names []string
	// Differences counts the first Names, which are differences to the base. They are named before others.
	Differences int
	// Rules are the rules of the head or of the base that the search for the change may switch off.
	Rules []string
	// Head opens the head without some of the Names, Base the base without some rules.
	Head, Base func(ctx context.Context, names []string) (engine.Engine, error)
}

// SwitchesOf returns the rules of a head that can be switched off. They are the options that a program lists, or the
// rules of the built-in engine for chess, of this build or another. It is nil if there are none.
func SwitchesOf(base, head engines.Engine) *Switches {
	if len(head.Switches) > 0 {
		s := new(Switches)
		for _, o := range head.Switches {
			s.Names = append(s.Names, o.Name)
		}
		if s.Head = withoutOptions(head, head.Switches); len(base.Switches) > 0 {
			s.Rules, s.Base = s.Names, withoutOptions(base, base.Switches)
		}
		return s
	}
	of, known := ownSettings(head)
	if !known {
		return nil
	}
	by, known := ownSettings(base)
	if !known {
		by = of
	}
	s := builtinSwitches(of, by)
	if s.Head, s.Base = openWithout(of, by, head), nil; known {
		s.Base = openWithout(by, by, base)
	}
	return s
}

// withoutOptions returns what opens a program without some of its rules.
func withoutOptions(e engines.Engine, rules []engine.Option) func(context.Context, []string) (engine.Engine, error) {
	return func(ctx context.Context, names []string) (engine.Engine, error) {
		without := e
		for _, o := range rules {
			if slices.Contains(names, o.Name) {
				without.Command.Options = engine.Override(without.Command.Options, []engine.Option{o})
			}
		}
		return without.WithOpen(ctx).Open()
	}
}

// ownSettings returns the settings of the built-in engine for chess, of this build or of another with the same options.
func ownSettings(e engines.Engine) (builtin.Settings, bool) {
	if !e.IsBuiltin() || e.Game() != game.Chess {
		return builtin.Settings{}, false
	}
	set := e.Command.Options
	if e.Command.Path == "" {
		set = e.BuiltinOptions()
	}
	settings, err := builtin.Defaults().With(set)
	return settings, err == nil
}

// openWithout returns a function that opens the built-in engine without some of the switches by which its settings
// differ from others. The engine opens in this process, or as the program that it is.
func openWithout(settings, other builtin.Settings, e engines.Engine) func(context.Context, []string) (engine.Engine, error) {
	return func(ctx context.Context, names []string) (engine.Engine, error) {
		rest := settings.Without(slices.DeleteFunc(settings.Switches(other), func(rule builtin.Switch) bool { return !slices.Contains(names, rule.Name) })...)
		if e.Command.Path == "" {
			return rest.Open()
		}
		without := e
		without.Command.Options = engine.Override(without.Command.Options, rest.Options())
		return without.WithOpen(ctx).Open()
	}
}

// builtinSwitches returns the differences of the built-in engine for chess, in this process, to a base, and its rules.
func builtinSwitches(head, base builtin.Settings) *Switches {
	s := new(Switches)
	all := head.Switches(base)
	for _, rule := range all {
		s.Names = append(s.Names, rule.Name)
	}
	s.Differences = len(all) - len(head.Switches(head))
	s.Rules = slices.Clone(s.Names[s.Differences:])
	for _, rule := range base.Switches(base) {
		if !slices.Contains(s.Rules, rule.Name) {
			s.Rules = append(s.Rules, rule.Name)
		}
	}
	s.Head, s.Base = openWithout(head, base, engines.Engine{}), openWithout(base, base, engines.Engine{})
	return s
}
