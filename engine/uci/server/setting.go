package server

import (
	"strconv"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// defaultOverhead is the time kept back from the clock for each move when
// nothing else is set.
const defaultOverhead = 10 * time.Millisecond

// The options that a server keeps itself.
const (
	optionClear    = "Clear Hash"
	optionLines    = "MultiPV"
	optionOverhead = "Move Overhead"
	optionPonder   = "Ponder"
)

// maxLines is the largest known number of legal moves of a position, by game.
var maxLines = map[game.Game]int64{game.Chess: 218, game.Shogi: 593}

// declared lists the options of the host and of the server.
func (s *server) declared() []uci.Declared {
	var all []uci.Declared
	for i := range s.host.Options {
		all = append(all, s.host.Options[i].Declared)
	}
	all = append(all,
		uci.Declared{Name: optionClear, Kind: uci.Button},
		uci.Declared{Name: optionLines, Kind: uci.Spin, Default: "1", Min: 1, Max: maxLines[s.host.Protocol.Game()]},
		uci.Declared{Name: optionOverhead, Kind: uci.Spin, Default: strconv.FormatInt(defaultOverhead.Milliseconds(), 10), Min: 0, Max: 10000},
		uci.Declared{Name: optionPonder, Kind: uci.Check, Default: "false"},
		uci.Declared{Name: uci.CountersOption, Kind: uci.Check, Default: "false"},
	)
	for i := range all {
		all[i].Name = s.host.Protocol.OptionName(all[i].Name)
	}
	return all
}

// setOption sets an option: "name NAME value VALUE". Name and value may hold blanks. An
// option that does not exist changes nothing: GUIs set some to all engines.
func (s *server) setOption(args []string) {
	name, value, ok := parseSetting(args)
	if !ok {
		s.out.note("setoption %q (expected name NAME value VALUE)", uci.Clip(strings.Join(args, " "), 80))
		return
	}
	d, err := uci.FindDeclared(s.declared(), name)
	if err == nil {
		err = d.Check(value)
	}
	if err == nil && !s.keepOwn(d.Name, value) {
		err = s.keep(d.Name, value)
	}
	if err != nil {
		s.out.note("%v", err)
	}
}

// parseSetting splits the arguments of setoption.
func parseSetting(args []string) (name, value string, ok bool) {
	if len(args) < 2 || args[0] != "name" {
		return "", "", false
	}
	text := strings.Join(args[1:], " ")
	name, value, _ = strings.Cut(text+" ", " value ")
	value = strings.TrimSpace(value)
	if value == uci.EmptyValue {
		value = ""
	}
	return strings.TrimSpace(name), value, true
}

// keepOwn sets an option of the server; false: it is none.
func (s *server) keepOwn(name, value string) bool {
	number, _ := strconv.Atoi(value) // checked already
	switch name {
	case optionClear:
		s.newGame(nil)
	case optionLines:
		s.own.lines = number
	case optionOverhead:
		s.own.overhead = time.Duration(number) * time.Millisecond
	case uci.CountersOption:
		s.own.counters = value == "true"
	case s.host.Protocol.OptionName(optionPonder): // only tells the GUI that it may ask to ponder
	default:
		return false
	}
	return true
}

// keep sets an option of the host; the engine gets it before its next search.
func (s *server) keep(name, value string) error {
	for i := range s.host.Options {
		o := &s.host.Options[i]
		if s.host.Protocol.OptionName(o.Name) != name {
			continue
		}
		if o.Check != nil {
			if err := o.Check(value); err != nil {
				return err
			}
		}
		s.values[o.Name] = value
	}
	return nil
}
