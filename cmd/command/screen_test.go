package command

import (
	"os"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestScreenOf checks that a file has neither width nor color unless the environment asks for them. The tests of
// cmd/zugwatch check a terminal.
func TestScreenOf(t *testing.T) {
	file := must.Get(os.Create(t.TempDir() + "/out"))(t)
	defer file.Close()
	for _, test := range []struct {
		environment string
		want        doc.Screen
	}{
		{"", doc.Screen{}},
		{"COLUMNS=80", doc.Screen{Width: 80}},
		{"COLUMNS=0", doc.Screen{}},
		{"COLUMNS=-3", doc.Screen{}},
		{"COLUMNS=99999999", doc.Screen{}},
		{"COLUMNS=wide", doc.Screen{}},
		{"CLICOLOR_FORCE=1", doc.Screen{Color: true}},
		{"CLICOLOR_FORCE=0", doc.Screen{}},
		{"CLICOLOR_FORCE=1 NO_COLOR=1", doc.Screen{}},
		{"NO_COLOR=1 COLUMNS=100", doc.Screen{Width: 100}},
		{"LANG=en_US.UTF-8", doc.Screen{}},
		{"COLUMNS=80 LANG=en_US.UTF-8", doc.Screen{Width: 80, Symbols: true}},
		{"COLUMNS=80 LANG=de_DE.utf8@euro", doc.Screen{Width: 80, Symbols: true}},
		{"COLUMNS=80 LC_CTYPE=C.UTF-8", doc.Screen{Width: 80, Symbols: true}},
		{"COLUMNS=80 LANG=en_US.UTF-8 LC_CTYPE=C", doc.Screen{Width: 80}},
		{"COLUMNS=80 LC_ALL=POSIX LC_CTYPE=C.UTF-8 LANG=C.UTF-8", doc.Screen{Width: 80}},
		{"COLUMNS=80 LC_ALL=C.UTF-8 LC_CTYPE=C LANG=C", doc.Screen{Width: 80, Symbols: true}},
		{"COLUMNS=80 LANG=en_US.ISO-8859-1", doc.Screen{Width: 80}},
	} {
		getenv := func(name string) string {
			for _, pair := range strings.Fields(test.environment) {
				if key, value, _ := strings.Cut(pair, "="); key == name {
					return value
				}
			}
			return ""
		}
		if got := screenOf(file, getenv); got != test.want {
			t.Errorf("%q: got %+v, want %+v", test.environment, got, test.want)
		}
		if got := screenOf(&strings.Builder{}, getenv); got != (doc.Screen{}) {
			t.Errorf("%q: got %+v of what is no file", test.environment, got)
		}
	}
}
