package enginetrial

import (
	"context"
	"errors"

	"github.com/zugwatch/zugwatch/bench/config/starter"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// tryArgument starts a program with the argument uci, after it ended at once without one. It returns the engine with
// the options that it declares. If it fails again, the error is that of the first start.
func (t *Trial) tryArgument(ctx context.Context, on engines.Engine, first error) (engines.Engine, []uci.Declared, error) {
	argument := uci.UCI.String()
	on.Command.Args = []string{argument}
	on = on.WithOpen(ctx)
	declared, err := on.DeclaredOptions(ctx)
	if err != nil {
		return on, nil, first
	}
	t.Options.Args = on.Command.Args
	t.Runner.Config.Engines[0].Args = on.Command.Args
	t.Runner.Tell("%s speaks UCI with the argument %s", on.Name, argument)
	return on, declared, nil
}

// hasExited reports whether the error is that of a program that ended by itself.
func hasExited(err error) bool {
	fault, found := errors.AsType[*uci.Fault](err)
	return found && fault.Class == uci.ClassExit
}

// chooseHash chooses the size of the hash table, by the range of the option that the engine declares. It returns the engine with
// that size.
func (t *Trial) chooseHash(ctx context.Context, on engines.Engine, declared []uci.Declared) (engines.Engine, error) {
	hash, missing := uci.FindDeclared(declared, builtin.HashOption)
	if t.Options.NoHash = missing != nil; !t.Options.NoHash {
		if t.Options.Hash = min(max(starter.DefaultHash, hash.Min), hash.Max); t.Options.Hash == starter.DefaultHash {
			return on, nil
		}
	}
	settings, err := t.plannedConfig()
	if err != nil {
		return on, err
	}
	t.Runner.Config.Engines[0].Options = settings.Engines[0].Options
	return t.Runner.Find(ctx, t.Runner.Config.Engine)
}
