package profile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/google/pprof/driver"
	"github.com/google/pprof/profile"
	"github.com/zugwatch/zugwatch/bench/failure"
)

// driverLock keeps two calls of pprof's driver apart, whose options are
// variables of the process.
var driverLock sync.Mutex

// handlers gives what serves the pages of pprof's web interface for a profile,
// by path. No page needs a file or a program.
func handlers(p *profile.Profile) (map[string]http.Handler, error) {
	driverLock.Lock()
	defer driverLock.Unlock()
	var pages map[string]http.Handler
	ui := &quietUI{}
	err := driver.PProf(&driver.Options{
		Flagset: fixedFlags{},
		Fetch:   fetched{p.Copy()},
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
		return nil, fmt.Errorf("profile pages: %w%s", err, ui.output())
	}
	return pages, nil
}

// fetched gives the driver a profile that is here already.
type fetched struct{ p *profile.Profile }

// Fetch returns the profile, whatever is asked for.
func (f fetched) Fetch(string, time.Duration, time.Duration) (*profile.Profile, string, error) {
	return f.p, "", nil
}

// fixedFlags is a command line that asks for the web interface without a
// browser; all other flags have their defaults.
type fixedFlags struct{}

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
func (fixedFlags) Parse(func()) []string                        { return []string{"profile"} }

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

func (u *quietUI) output() string {
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

// differenceFrom returns the difference from base to p as a profile for the pages: growth is red in a flame graph,
// shrinkage green. If the nodes of both are known, the base is scaled to those of p, so that the widths are times per
// node. Otherwise it is scaled to the same total.
func (p *Profile) differenceFrom(base *Profile) (*Profile, error) {
	head, before := p.p.Copy(), base.p.Copy()
	for _, side := range []*profile.Profile{head, before} {
		for _, label := range []string{passLabel, suiteLabel, positionLabel, phaseLabel, treeLabel} {
			side.RemoveLabel(label)
		}
	}
	before.SetLabel("pprof::base", []string{"true"})
	if own, other := p.Notes.Nodes(), base.Notes.Nodes(); own > 0 && other > 0 {
		before.Scale(-float64(own) / float64(other))
	} else {
		if err := before.Normalize(head); err != nil {
			return nil, fmt.Errorf("profiles do not fit together: %w", err)
		}
		before.Scale(-1)
	}
	merged, err := profile.Merge([]*profile.Profile{head, before})
	if err != nil {
		return nil, fmt.Errorf("profiles do not fit together: %w", err)
	}
	return &Profile{p: merged, Notes: p.Notes, difference: true}, nil
}

// Listen listens on a port of the loopback, any free one for 0. Its error is of the
// kind Machine.
func Listen(ctx context.Context, port int) (net.Listener, error) {
	on, err := (&net.ListenConfig{}).Listen(ctx, "tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return nil, failure.With(failure.Machine, fmt.Errorf("profile server: %w", err))
	}
	return on, nil
}

// Serve shows the pages of pprof's web interface for the profile on a listener until ctx is done. The listener has to
// be on the loopback. It answers requests for that address only, so that no page of the web can read the profile, and
// changes no file.
func (p *Profile) Serve(ctx context.Context, on net.Listener) error {
	pages, err := handlers(p.p)
	if err != nil {
		return err
	}
	address, ok := on.Addr().(*net.TCPAddr)
	if !ok || !address.IP.IsLoopback() {
		return fmt.Errorf("profile server: address %s is not on the loopback", on.Addr())
	}
	server := &http.Server{Handler: guardHandler(pages, on.Addr().String()), ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(on); ctx.Err() == nil && !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("profile server: %w", err)
	}
	return nil
}

// guardHandler serves the pages only to requests that name the host, and none that would change a
// file.
func guardHandler(pages map[string]http.Handler, host string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host != host {
			http.Error(w, "this host is not served", http.StatusForbidden)
			return
		}
		page := pages[r.URL.Path]
		if page == nil || r.URL.Path == "/saveconfig" || r.URL.Path == "/deleteconfig" {
			http.NotFound(w, r)
			return
		}
		page.ServeHTTP(w, r)
	})
}
