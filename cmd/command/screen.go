package command

import (
	"io"
	"os"
	"strconv"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/progress"
)

// maxWidth bounds what COLUMNS says.
const maxWidth = 10_000

// screenOf is what can be shown where a command writes: on a terminal its width and
// colors, in a file or a pipe neither. COLUMNS says another width, NO_COLOR takes the
// colors away and CLICOLOR_FORCE asks for them, also where there is no terminal.
func screenOf(out io.Writer, getenv func(string) string) (s doc.Screen) {
	file, ok := out.(*os.File)
	if !ok {
		return s
	}
	watched := progress.Watched(file)
	if watched {
		s.Width, _, _ = term.GetSize(int(file.Fd())) // 0 where it is not known
	}
	if columns, err := strconv.Atoi(getenv("COLUMNS")); err == nil && columns > 0 && columns <= maxWidth {
		s.Width = columns
	}
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

// Screen is where the output of a command is shown.
func Screen(c *cli.Context) doc.Screen {
	if g, ok := c.App.Writer.(*guard); ok {
		return g.screen
	}
	return doc.Screen{}
}
