package command

import (
	"cmp"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/progress"
)

// maxWidth bounds what COLUMNS says.
const maxWidth = 10_000

// screenOf returns the properties of the output. A terminal has its width, colors, and chess symbols in a UTF-8
// locale. A file or pipe has none of these. COLUMNS overrides the width. NO_COLOR disables colors, CLICOLOR_FORCE
// enables them, also without a terminal.
func screenOf(out io.Writer, getenv func(string) string) (s doc.Screen) {
	file, ok := out.(*os.File)
	if !ok {
		return s
	}
	watched := progress.IsWatched(file)
	if watched {
		s.Width, _, _ = term.GetSize(int(file.Fd())) // 0 where it is not known
	}
	if columns, err := strconv.Atoi(getenv("COLUMNS")); err == nil && columns > 0 && columns <= maxWidth {
		s.Width = columns
	}
	s.Symbols = s.Width > 0 && inUTF8(getenv)
	forced := getenv("CLICOLOR_FORCE")
	switch {
	case getenv("NO_COLOR") != "":
	case forced != "" && forced != "0":
		s.Color = true
	case watched:
		s.Color = obeysColor(file)
	}
	return s
}

// inUTF8 reports whether the characters of the locale are UTF-8: the first of the variables that is
// set says so.
func inUTF8(getenv func(string) string) bool {
	locale := strings.ToLower(cmp.Or(getenv("LC_ALL"), getenv("LC_CTYPE"), getenv("LANG")))
	return strings.HasSuffix(locale, ".utf-8") || strings.HasSuffix(locale, ".utf8") || strings.Contains(locale, ".utf-8@") || strings.Contains(locale, ".utf8@")
}

// Screen returns where the output of a command is shown.
func Screen(c *cli.Context) doc.Screen {
	if g, ok := c.App.Writer.(*guard); ok {
		return g.screen
	}
	return doc.Screen{}
}
