package profile

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// Serve shows the pages of pprof's web interface for the profile on a listener,
// which has to be one on the loopback, until ctx is done. It answers requests
// for that address only, so that no page of the web can read the profile, and
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
	server := &http.Server{Handler: guarded(pages, on.Addr().String()), ReadHeaderTimeout: 10 * time.Second}
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		<-ctx.Done()
		server.Close()
	}()
	err = server.Serve(on)
	if ctx.Err() != nil {
		<-stopped
		return nil
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return fmt.Errorf("profile server: %w", err)
}

// guarded serves the pages to requests that name the host, and none that would
// change a file.
func guarded(pages map[string]http.Handler, host string) http.Handler {
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
