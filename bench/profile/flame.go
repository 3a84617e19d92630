package profile

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/google/pprof/profile"
)

// Against is the difference from base to p as a profile for the pages: what
// grew is red in a flame graph, what shrank green. Where the nodes of both are
// known the base is scaled to those of p, so that the widths are times per node;
// else to the same whole.
func (p *Profile) Against(base *Profile) (*Profile, error) {
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
	return &Profile{p: merged, Notes: p.Notes}, nil
}

// Flame is the flame graph of the profile as one page of HTML that needs nothing
// else: no network, no program, no other file.
func (p *Profile) Flame() ([]byte, error) {
	pages, err := handlers(p.p)
	if err != nil {
		return nil, err
	}
	page := httptest.NewRecorder()
	pages["/flamegraph"].ServeHTTP(page, httptest.NewRequest(http.MethodGet, "/flamegraph", nil))
	if page.Code != http.StatusOK {
		return nil, fmt.Errorf("flame graph: %s", strings.TrimSpace(page.Body.String()))
	}
	// The links of the menu lead to a server that is not there.
	const end = "</head>"
	return bytes.Replace(page.Body.Bytes(), []byte(end), []byte("<style>.header { display: none }</style>\n"+end), 1), nil
}
