package profile

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/google/pprof/driver"
	"github.com/google/pprof/profile"
)

// driverLock keeps two calls of pprof's driver apart, whose options are
// variables of the process.
var driverLock sync.Mutex

// handlers gives what serves the pages of pprof's web interface for a profile,
// by path. No page needs a file or a program.
func handlers(p *profile.Profile) (map[string]http.Handler, error) {
	driverLock.Lock()
	defer driverLock.Unlock()
	folder, err := os.MkdirTemp("", "zugwatch-profile-")
	if err != nil {
		return nil, fmt.Errorf("profile pages: %w", err)
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "profile.pb.gz")
	if err := writeFile(file, p); err != nil {
		return nil, fmt.Errorf("profile pages: %w", err)
	}
	var pages map[string]http.Handler
	ui := &quietUI{}
	err = driver.PProf(&driver.Options{
		Flagset: fixedFlags{file: file},
		UI:      ui,
		Sym:     noSymbols{},
		Writer:  noWriter{},
		HTTPServer: func(args *driver.HTTPServerArgs) error {
			pages = args.Handlers
			return nil
		},
	})
	if err == nil && pages == nil {
		err = errors.New("no pages were made")
	}
	if err != nil {
		return nil, fmt.Errorf("profile pages: %w%s", err, ui.said())
	}
	return pages, nil
}

func writeFile(file string, p *profile.Profile) error {
	opened, err := os.Create(file)
	if err != nil {
		return err
	}
	return errors.Join(p.Write(opened), opened.Close())
}

// fixedFlags is a command line that asks for the web interface without a
// browser; all other flags have their defaults.
type fixedFlags struct{ file string }

func (fixedFlags) Bool(name string, def bool, _ string) *bool {
	value := def || name == "no_browser"
	return &value
}

func (fixedFlags) Int(_ string, def int, _ string) *int             { return &def }
func (fixedFlags) Float64(_ string, def float64, _ string) *float64 { return &def }

func (fixedFlags) String(name, def, _ string) *string {
	switch name {
	case "http":
		def = "localhost:1" // nothing listens: see HTTPServer
	case "symbolize":
		def = "none"
	}
	return &def
}

func (fixedFlags) StringList(string, string, string) *[]*string { return &[]*string{} }
func (fixedFlags) ExtraUsage() string                           { return "" }
func (fixedFlags) AddExtraUsage(string)                         {}
func (f fixedFlags) Parse(func()) []string                      { return []string{f.file} }

// quietUI keeps what the driver says, for an error.
type quietUI struct {
	lock  sync.Mutex
	lines []string
}

func (*quietUI) ReadLine(string) (string, error) { return "", io.EOF }
func (*quietUI) Print(...any)                    {}

func (u *quietUI) PrintErr(args ...any) {
	u.lock.Lock()
	defer u.lock.Unlock()
	if len(u.lines) < 10 {
		u.lines = append(u.lines, strings.TrimSpace(fmt.Sprint(args...)))
	}
}

func (u *quietUI) said() string {
	u.lock.Lock()
	defer u.lock.Unlock()
	if len(u.lines) == 0 {
		return ""
	}
	return ": " + strings.Join(u.lines, "; ")
}

func (*quietUI) IsTerminal() bool                    { return false }
func (*quietUI) WantBrowser() bool                   { return false }
func (*quietUI) SetAutoComplete(func(string) string) {}

// noSymbols leaves a profile as it is.
type noSymbols struct{}

func (noSymbols) Symbolize(string, driver.MappingSources, *profile.Profile) error { return nil }

// noWriter writes no file.
type noWriter struct{}

func (noWriter) Open(name string) (io.WriteCloser, error) {
	return nil, fmt.Errorf("file %s is not written", name)
}
