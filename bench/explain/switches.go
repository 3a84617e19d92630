package explain

import (
	"context"
	"slices"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/game"
)

// Switches lists the rules and settings that can be switched off in the head, and opens the head without them.
type Switches struct {
	Names []string
	// Differences counts the first Names, which are differences to the base. They are named before others.
	Differences int
	// Without opens the head without some of them. The caller closes it.
	Without func(ctx context.Context, names []string) (engine.Engine, error)
}

// SwitchesOf returns the rules of an engine that can be taken away: the options of a program that it lists, or the rules of
// the built-in engine for chess, of this build or of another. It is nil where there are none.
func SwitchesOf(ctx context.Context, head engines.Engine) *Switches {
	switch {
	case len(head.Switches) > 0:
		return optionSwitches(ctx, head)
	case !head.Own() || head.Game() != game.Chess:
		return nil
	case head.Command.Path == "":
		settings, err := builtin.Defaults().With(head.Set())
		if err != nil {
			return nil
		}
		return BuiltinSwitches(settings, builtin.Defaults())
	}
	settings, err := builtin.Defaults().With(head.Command.Options)
	if err != nil {
		return nil // a revision with other options than this build
	}
	return settingSwitches(settings, settings, func(s builtin.Settings) (engine.Engine, error) {
		without := head
		without.Command.Options = engine.Override(without.Command.Options, s.Options())
		return without.Openable(ctx).Open()
	})
}

// optionSwitches returns the switches of a program.
func optionSwitches(ctx context.Context, head engines.Engine) *Switches {
	s := new(Switches)
	for _, o := range head.Switches {
		s.Names = append(s.Names, o.Name)
	}
	s.Without = func(_ context.Context, names []string) (engine.Engine, error) {
		without := head
		for _, o := range head.Switches {
			if slices.Contains(names, o.Name) {
				without.Command.Options = engine.Override(without.Command.Options, []engine.Option{o})
			}
		}
		return without.Openable(ctx).Open()
	}
	return s
}

// BuiltinSwitches returns the differences of the built-in engine for chess to a base, and its rules.
func BuiltinSwitches(head, base builtin.Settings) *Switches {
	return settingSwitches(head, base, func(s builtin.Settings) (engine.Engine, error) { return s.Open() })
}

// settingSwitches returns the switches of settings, whose engine open opens.
func settingSwitches(head, base builtin.Settings, open func(builtin.Settings) (engine.Engine, error)) *Switches {
	s := new(Switches)
	all := head.Switches(base)
	for _, rule := range all {
		s.Names = append(s.Names, rule.Name)
	}
	s.Differences = len(all) - len(head.Switches(head))
	s.Without = func(_ context.Context, names []string) (engine.Engine, error) {
		gone := slices.DeleteFunc(slices.Clone(all), func(rule builtin.Switch) bool { return !slices.Contains(names, rule.Name) })
		return open(head.Without(gone...))
	}
	return s
}
