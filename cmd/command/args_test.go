package command

import (
	"errors"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/cmd/flags"
)

// argsApp has one command of each shape.
func argsApp() *cli.App {
	app := &cli.App{
		Name: "tool", HideHelp: true,
		Flags: []cli.Flag{&cli.BoolFlag{Name: "version"}},
		Commands: []*cli.Command{
			{Name: "run", Flags: []cli.Flag{
				&cli.StringFlag{Name: "nullmove"},
				&cli.StringFlag{Name: "out", Aliases: []string{"o"}},
				&cli.BoolFlag{Name: "verbose"},
				&flags.Optional{StringFlag: &cli.StringFlag{Name: "stop"}, Without: "3"},
			}},
			{Name: "moved", SkipFlagParsing: true},
			{Name: "suite", Subcommands: []*cli.Command{{Name: "list"}, {Name: "lint"}}},
		},
	}
	app.Setup()
	return app
}

func TestArrange(t *testing.T) {
	tests := []struct{ name, args, want string }{
		{"flags first", "run --verbose wac", "run --verbose -- wac"},
		{"flags last", "run wac --verbose -o x", "run --verbose -o x -- wac"},
		{"value that looks like a flag", "run wac -o --verbose", "run -o --verbose -- wac"},
		{"value behind =", "run wac --nullmove=off tail", "run --nullmove=off -- wac tail"},
		{"value left out", "run --stop wac", "run --stop=3 -- wac"},
		{"value given", "run --stop=5 wac", "run --stop=5 -- wac"},
		{"after the dashes", "run -- --verbose", "run -- --verbose"},
		{"lone dash", "run - --verbose", "run --verbose -- -"},
		{"subcommand", "suite list a", "suite list -- a"},
		{"command that parses no flags", "moved there --help -x", "moved there --help -x"},
		{"no argument", "run --verbose", "run --verbose"},
		{"root flag", "--version", "--version"},
		{"help of a command", "help suite list", "help -- suite list"},
		{"help alone", "help", "help --"},
		{"help of a group", "suite help", "help -- suite"},
		{"help flag of the program", "--help", "help --"},
		{"help as a value", "run wac --out --help", "run --out --help -- wac"},
		{"help flag", "run wac --help", "help -- run"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := arrangeArgs(argsApp(), append([]string{"/bin/tool"}, strings.Fields(test.args)...))
			if want := "tool " + test.want; err != nil || strings.Join(got, " ") != want {
				t.Errorf("arrange = %q, %v, want %q", strings.Join(got, " "), err, want)
			}
		})
	}
}

// TestArrangeNothing: without a command there is its page of help, and bad input all the same.
func TestArrangeNothing(t *testing.T) {
	for args, want := range map[string]string{"": "tool help --", "suite": "tool help -- suite"} {
		got, err := arrangeArgs(argsApp(), append([]string{"tool"}, strings.Fields(args)...))
		if strings.Join(got, " ") != want || failure.Of(err) != failure.Input || Message("tool", err) != "" {
			t.Errorf("arrange %q = %q, %v, want %q and silent bad input", args, got, err, want)
		}
	}
}

func TestArrangeErrors(t *testing.T) {
	tests := []struct{ name, args, want string }{
		{"command", "rum", `tool: unknown command "rum" (see tool --help; did you mean run?)`},
		{"strange command", "frobnicate", `tool: unknown command "frobnicate" (see tool --help)`},
		{"subcommand", "suite lst", `tool suite: unknown command "lst" (see tool suite --help; did you mean list?)`},
		{"help topic", "help lst", `tool: unknown command "lst" (see tool --help)`},
		{"flag", "run --nulmove off", "tool run: unknown flag --nulmove (see tool run --help; did you mean --nullmove?)"},
		{"flag after the suite", "run wac --verbos", "tool run: unknown flag --verbos (see tool run --help; did you mean --verbose?)"},
		{"short flag", "run -x", "tool run: unknown flag -x (see tool run --help; did you mean -o?)"},
		{"root flag", "--versoin", "tool: unknown flag --versoin (see tool --help; did you mean --version?)"},
		{"flag without value", "run wac --out", "tool run: flag --out needs a value (see tool run --help)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := arrangeArgs(argsApp(), append([]string{"tool"}, strings.Fields(test.args)...))
			if coded, ok := errors.AsType[*failure.Error](err); !ok || coded.Kind != failure.Input || err.Error() != test.want {
				t.Errorf("error = %v, want %q of kind %d", err, test.want, failure.Input)
			}
		})
	}
}
