//go:build linux

package server

import (
	"strconv"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// realHost returns the built-in engine as a host.
func realHost(now func() time.Time) Host {
	return Host{
		Name: "Real 1", Author: "nobody", Now: now,
		Options: []Setting{
			{Declared: uci.Declared{Name: "Hash", Kind: uci.Spin, Default: "1", Min: 1, Max: 1024}},
			{
				Declared: uci.Declared{Name: "NullMove", Kind: uci.String, Default: search.DefaultPolicy},
				Check:    func(text string) error { _, err := nullmove.Parse(text); return err },
			},
		},
		Open: func(values map[string]string) (engine.Engine, error) {
			o := search.Defaults()
			var err error
			if o.HashMB, err = strconv.Atoi(values["Hash"]); err != nil {
				return nil, err
			}
			if o.Policy, err = nullmove.Parse(values["NullMove"]); err != nil {
				return nil, err
			}
			return search.New(o)
		},
		Eval: func(_ map[string]string, p game.Position) (string, error) { return "eval of " + p.String(), nil },
	}
}
