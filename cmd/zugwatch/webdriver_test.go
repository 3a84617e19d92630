package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// browser is a headless Chromium that a chromedriver drives by the protocol WebDriver (W3C
// recommendation, 2018).
type browser struct {
	t       *testing.T
	session string // its address
}

// newBrowser starts a browser of its own, and skips the test where there is none.
func newBrowser(t *testing.T) *browser {
	t.Helper()
	driver, err := exec.LookPath("chromedriver")
	if err != nil {
		t.Skip("there is no chromedriver to open the page with")
	}
	command := exec.Command(driver, "--port=0")
	out := must.Get(command.StdoutPipe())(t)
	must.Do(t, command.Start())
	t.Cleanup(func() { _ = command.Process.Kill(); _ = command.Wait() })
	b := &browser{t: t}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, port, found := strings.Cut(lines.Text(), "on port "); found && strings.Contains(port, ".") {
			b.session = "http://127.0.0.1:" + strings.TrimSuffix(strings.TrimSpace(port), ".")
			break
		}
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	var created struct{ SessionID string }
	b.call(http.MethodPost, "/session", map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{
		"goog:chromeOptions": map[string]any{"args": []string{"--headless=new", "--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND", "--user-data-dir=" + t.TempDir()}},
		"goog:loggingPrefs":  map[string]string{"browser": "ALL"},
	}}}, &created)
	b.session += "/session/" + created.SessionID
	t.Cleanup(func() { b.call(http.MethodDelete, "", nil, nil) })
	return b
}

// call sends a command and reads its value.
func (b *browser) call(method, path string, body, value any) {
	b.t.Helper()
	var content []byte
	if body != nil {
		var err error
		if content, err = json.Marshal(body); err != nil {
			b.t.Fatal(err)
		}
	}
	request := must.Get(http.NewRequest(method, b.session+path, bytes.NewReader(content)))(b.t)
	answer := must.Get(http.DefaultClient.Do(request))(b.t)
	defer answer.Body.Close()
	told, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		b.t.Fatalf("%s: %s, %v\n%s", path, answer.Status, err, told)
	}
	if value == nil {
		return
	}
	if err := json.Unmarshal(told, &struct{ Value any }{value}); err != nil {
		b.t.Fatalf("%s: %v\n%s", path, err, told)
	}
}

// open loads a file.
func (b *browser) open(path string) {
	b.t.Helper()
	whole := must.Get(filepath.Abs(path))(b.t)
	b.call(http.MethodPost, "/url", map[string]string{"url": "file://" + whole}, nil)
}

// eval is the value of an expression in the page.
func (b *browser) eval(expression string, value any) {
	b.t.Helper()
	b.call(http.MethodPost, "/execute/sync", map[string]any{"script": "return " + expression, "args": []any{}}, value)
}

// holds reports whether a condition holds in the page.
func (b *browser) holds(condition string) (holds bool) {
	b.t.Helper()
	b.eval("!!("+condition+")", &holds)
	return holds
}

// press presses keys where the focus is.
func (b *browser) press(keys string) {
	b.t.Helper()
	var actions []map[string]string
	for _, key := range keys {
		actions = append(actions, map[string]string{"type": "keyDown", "value": string(key)}, map[string]string{"type": "keyUp", "value": string(key)})
	}
	b.call(http.MethodPost, "/actions", map[string]any{"actions": []any{map[string]any{"type": "key", "id": "keys", "actions": actions}}}, nil)
}

// errors returns the messages on the console of the page so far.
func (b *browser) errors() (told []string) {
	b.t.Helper()
	var entries []struct{ Level, Message string }
	b.call(http.MethodPost, "/se/log", map[string]string{"type": "browser"}, &entries)
	for _, e := range entries {
		told = append(told, e.Level+" "+e.Message)
	}
	return told
}

// devtools calls Chromium's own protocol.
func (b *browser) devtools(command string, parameters map[string]any) {
	b.t.Helper()
	b.call(http.MethodPost, "/goog/cdp/execute", map[string]any{"cmd": command, "params": parameters}, nil)
}

// look sets the width of the page and its colors, and keeps a picture of all of it where
// ZUGWATCH_SCREENSHOTS names a folder.
func (b *browser) look(name string, width int, scheme string) {
	b.t.Helper()
	size := func(height int) {
		b.devtools("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false})
	}
	size(1600)
	b.devtools("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}})
	folder := os.Getenv("ZUGWATCH_SCREENSHOTS")
	if folder == "" {
		return
	}
	defer size(1600)
	var height int
	b.eval("document.documentElement.scrollHeight", &height)
	size(height)
	b.eval("window.scrollTo(0, 0)", new(any))
	var picture string
	b.call(http.MethodGet, "/screenshot", nil, &picture)
	content, err := base64.StdEncoding.DecodeString(picture)
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, fmt.Sprintf("%s-%d-%s.png", name, width, scheme)), content, 0o666)
	}
	if err != nil {
		b.t.Error(err)
	}
}
