package config

import (
	"strconv"

	"github.com/goccy/go-yaml/ast"

	"github.com/zugwatch/zugwatch/bench/mutant"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/search"
)

// mutant reads one entry of the list: UCI options, or settings of the built-in engine.
func (p *reader) mutant(n ast.Node) mutant.Mutant {
	var m mutant.Mutant
	m.Line, m.Col = place(n)
	set := func(name, value string) {
		m.Options = engine.Override(m.Options, []engine.Option{{Name: name, Value: value}})
	}
	before := len(p.faults.First)
	p.mapping(n, "a mutant", map[string]func(ast.Node){
		"name":     func(n ast.Node) { m.Name = read(p, n, mutant.ParseName) },
		"kind":     func(n ast.Node) { m.Kind = read(p, n, mutant.ParseKind) },
		"what":     func(n ast.Node) { m.What, _ = p.text(n) },
		"nullmove": func(n ast.Node) { set(builtin.NullMoveOption, read(p, n, nullmove.Parse).String()) },
		"search":   func(n ast.Node) { set(builtin.SearchOption, read(p, n, search.ParseParams).String()) },
		"hash":     func(n ast.Node) { set(builtin.HashOption, strconv.Itoa(p.number(n, 1, search.MaxHashMB))) },
		"options": func(n ast.Node) {
			for _, o := range p.options(n, "options") {
				set(o.Name, o.Value)
			}
		},
	})
	if len(p.faults.First) > before {
		return m
	}
	p.require(n, "mutant", "name", m.Name != "")
	p.require(n, "mutant", "kind", m.Kind != 0)
	if len(m.Options) == 0 {
		p.fault(n, "mutant changes nothing", "options: with UCI options, or nullmove:, search: or hash: of the built-in engine")
	}
	return m
}
