package server

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"html/template"
	"net"
	"net/http"
	"time"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/farm"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// Page shows a board on a listener, which has to be one on the loopback, until ctx is
// done. It answers requests for that address only, so that no page of the web can read it.
func Page(ctx context.Context, b *Monitor, on net.Listener) error {
	host, _, err := net.SplitHostPort(on.Addr().String())
	if err != nil || !farm.IsLoopback(host) {
		return failure.Inputf("page of the farm: address %s is not on the loopback", on.Addr())
	}
	s := &http.Server{Handler: handler(b, on.Addr().String()), ReadHeaderTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { s.Close() })
	defer stop()
	if err := s.Serve(on); ctx.Err() == nil && !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// handler answers for an address.
func handler(b *Monitor, address string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host != address {
			http.Error(w, "not found here", http.StatusMisdirectedRequest)
			return
		}
		if r.URL.Path != "/" || r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.NotFound(w, r)
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
		defer cancel()
		var text bytes.Buffer
		if err := page.Execute(&text, b.State(ctx)); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
		w.Header().Set("Cache-Control", "no-store")
		_, _ = w.Write(text.Bytes()) // who asked is gone
	})
}
