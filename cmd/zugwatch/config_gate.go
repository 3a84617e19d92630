package main

import (
	"github.com/goccy/go-yaml/ast"

	"github.com/zugwatch/zugwatch/bench/compare"
)

// gate reads the tolerances of a suite.
func (p *configParser) gate(n ast.Node, g *compare.Gate) {
	growth := func(n ast.Node) *compare.Growth {
		value := read(p, n, compare.ParseGrowth)
		return &value
	}
	p.mapping(n, "gate", map[string]func(ast.Node){
		"lost":           func(n ast.Node) { g.MaxLost = p.number(n, 0, maxTolerated) },
		"faults":         func(n ast.Node) { g.MaxFaults = p.number(n, 0, maxTolerated) },
		"points":         func(n ast.Node) { g.MinPoints = p.number(n, 0, maxFloor) },
		"nodes-total":    func(n ast.Node) { g.Total = read(p, n, compare.ParseGrowth) },
		"nodes-position": func(n ast.Node) { g.Position = read(p, n, compare.ParseGrowth) },
		"nodes-floor":    func(n ast.Node) { g.Floor = uint64(p.number(n, 0, maxFloor)) },
		"nodes-solution": func(n ast.Node) { g.Solution = growth(n) },
		"speed":          func(n ast.Node) { g.Speed = growth(n) },
		"expected-fail":  func(n ast.Node) { g.ExpectedFail = p.words(n, "expected-fail") },
		"control":        func(n ast.Node) { g.Control = p.words(n, "control") },
		"quarantine":     func(n ast.Node) { g.Quarantine = p.quarantine(n) },
	})
}

// quarantine reads the positions that are not judged for a while. Whether an
// entry has expired is not known here: see compare.Gate.Check.
func (p *configParser) quarantine(n ast.Node) []compare.Quarantine {
	var list []compare.Quarantine
	for _, entry := range p.entries(n, "quarantine", "entries {id: ID, reason: TEXT, until: YYYY-MM-DD}") {
		var q compare.Quarantine
		before := len(p.faults.First)
		p.mapping(entry, "an entry of the quarantine", map[string]func(ast.Node){
			"id":     func(n ast.Node) { q.ID, _ = p.text(n) },
			"reason": func(n ast.Node) { q.Reason, _ = p.text(n) },
			"until":  func(n ast.Node) { q.Until, _ = p.text(n) },
		})
		if len(p.faults.First) == before {
			p.require(entry, "quarantine", "id", q.ID != "")
			p.require(entry, "quarantine", "reason", q.Reason != "")
			p.require(entry, "quarantine", "until", q.Until != "")
		}
		list = append(list, q)
	}
	return list
}
