package profile

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// shown returns a profile with markup in its names.
func shown(t testing.TB) *Profile {
	return stacks(t, Notes{Suite: "wac", Passes: []Pass{{Nodes: 1000}}},
		[]string{"30 leaf;search;moves;search;main", "12 quiescence;search;main", "5 <script>alert(1)</script>;main"})
}

func TestFlame(t *testing.T) {
	head := stacks(t, Notes{Passes: []Pass{{Nodes: 500}}}, []string{"30 leaf;search;main", "20 added;main"})
	difference := must.Get(head.differenceFrom(shown(t)))(t)
	foreign := must.Get(head.differenceFrom(stacks(t, Notes{}, []string{"3 leaf;main"})))(t)
	for name, p := range map[string]*Profile{"one": shown(t), "difference": difference, "foreign base": foreign} {
		t.Run(name, func(t *testing.T) {
			page := must.Get(p.Flame())(t)
			if !bytes.Contains(page, []byte("search")) && !bytes.Contains(page, []byte("leaf")) {
				t.Error("the page names no function")
			}
			if bytes.Contains(page, []byte("<script>alert")) {
				t.Error("the name of a function is markup in the page")
			}
			loads := regexp.MustCompile(`(?i)(src|href)\s*=\s*["']?(https?:)?//|@import|url\(\s*["']?http`)
			if found := loads.Find(page); found != nil {
				t.Errorf("the page loads from elsewhere: %s", found)
			}
			if !bytes.Contains(page, []byte(".header { display: none }")) {
				t.Error("the menu is shown")
			}
			if grown := bytes.Contains(page, []byte("slower than the base")); !bytes.Contains(page, []byte(`<div id="headline">`)) || grown == (name == "one") {
				t.Errorf("headline with the colours of a difference: %t", grown)
			}
		})
	}
}

// TestFlamePhases: the headline says what was measured, and functions have the colours of
// its phases: those of the rules, and others of most of their samples.
func TestFlamePhases(t *testing.T) {
	const s = searchFunction
	p := stacks(t, Notes{Suite: "wac <5>", Engine: "zugwatch 0.1", Limits: "depth=9"},
		[]string{"9 help;" + s + "quiescence;" + s + "search;main;start", "5 help;" + s + "search;main;start", "1 gc;main;start", "2 " + s + "moves;" + s + "search;main"})
	page := must.Get(p.Flame())(t)
	if !bytes.Contains(page, []byte("<b>wac &lt;5&gt; on zugwatch 0.1, limits depth=9</b>")) {
		t.Error("the page does not say what was measured")
	}
	colours := make(map[string]string)
	for _, found := range regexp.MustCompile(`"FullName":"([^"]*)".*?"Color":(\d+)`).FindAllSubmatch(page, -1) {
		colours[strings.TrimPrefix(string(found[1]), s)] = string(found[2])
	}
	want := map[string]string{"help": "1", "quiescence": "1", "search": "0", "moves": "0", "gc": "4", "start": "4"}
	for name, colour := range want {
		if colours[name] != colour {
			t.Errorf("%s has the colour %q, want %q", name, colours[name], colour)
		}
	}
	if !bytes.Contains(page, fmt.Appendf(nil, `hsl(%.4frad 50%% 80%%)">quiescence<`, hue(1))) {
		t.Error("the headline has no colour of a phase")
	}
}

// TestAgainstScales holds the sums of a difference: the base counts for the
// nodes of the head.
func TestAgainstScales(t *testing.T) {
	base := stacks(t, Notes{Passes: []Pass{{Nodes: 1000}}}, []string{"100 a"})
	head := stacks(t, Notes{Passes: []Pass{{Nodes: 500}}}, []string{"50 a"})
	d := must.Get(head.differenceFrom(base))(t)
	if got := d.Samples(); got != 0 {
		t.Errorf("difference of %d samples, want 0", got)
	}
}

func TestServe(t *testing.T) {
	on := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- shown(t).Serve(ctx, on) }()
	host := on.Addr().String()
	tests := []struct {
		name, path, host string
		code             int
		want             string
	}{
		{"flame graph", "/flamegraph", host, 200, "search"},
		{"top", "/top", host, 200, "search"},
		{"peek", "/peek?f=leaf", host, 200, "leaf"},
		{"download", "/download", host, 200, "\x1f\x8b"},
		{"another host", "/flamegraph", "evil.example", 403, "not served"},
		{"settings", "/saveconfig?config=x", host, 404, ""},
		{"elsewhere", "/debug/pprof/", host, 404, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			request := must.Get(http.NewRequest(http.MethodGet, "http://"+host+test.path, nil))(t)
			request.Host = test.host
			response := must.Get(http.DefaultClient.Do(request))(t)
			defer response.Body.Close()
			body := must.Get(io.ReadAll(response.Body))(t)
			if response.StatusCode != test.code || !strings.Contains(string(body), test.want) {
				t.Errorf("status %d, want %d with %q", response.StatusCode, test.code, test.want)
			}
		})
	}
	cancel()
	if err := <-done; err != nil {
		t.Errorf("error %v after the end", err)
	}
}

func TestServeRefuses(t *testing.T) {
	on := must.Get(net.Listen("tcp", "0.0.0.0:0"))(t)
	defer on.Close()
	err := shown(t).Serve(context.Background(), on)
	if err == nil || !strings.Contains(err.Error(), "is not on the loopback") {
		t.Errorf("error %v", err)
	}
}
