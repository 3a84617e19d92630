package profile

import (
	"context"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine/must"
)

// browser is Chromium without a window.
func browser(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("Chromium is not installed (Debian: sudo apt-get install chromium)")
	return ""
}

// The size of each page in a picture.
const pageWidth, pageHeight = 1000, 600

// screenshot returns what the browser shows of addresses, one below the other.
func screenshot(t *testing.T, browser string, addresses []string, file string) *image.RGBA {
	t.Helper()
	folder := t.TempDir()
	page := "<body style='margin:0'>"
	for _, address := range addresses {
		page += fmt.Sprintf("<iframe src='%s' style='display:block;border:0;width:%dpx;height:%dpx'></iframe>", address, pageWidth, pageHeight)
	}
	all := filepath.Join(folder, "all.html")
	must.Do(t, os.WriteFile(all, []byte(page), 0o666))
	command := exec.CommandContext(t.Context(), browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
		"--user-data-dir="+folder, fmt.Sprintf("--window-size=%d,%d", pageWidth, pageHeight*len(addresses)), "--virtual-time-budget=3000", "--screenshot="+file, "file://"+all)
	command.WaitDelay = 5 * time.Second
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	opened := must.Get(os.Open(file))(t)
	defer opened.Close()
	picture := must.Get(png.Decode(opened))(t)
	drawn := image.NewRGBA(picture.Bounds())
	draw.Draw(drawn, drawn.Bounds(), picture, image.Point{}, draw.Src)
	return drawn
}

// painted counts the points whose colour is clearly the one asked for.
func painted(picture image.Image, is func(r, g, b int) bool) (n int) {
	bounds := picture.Bounds()
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			r, g, b, _ := picture.At(x, y).RGBA()
			if is(int(r>>8), int(g>>8), int(b>>8)) {
				n++
			}
		}
	}
	return n
}

func isColoured(r, g, b int) bool { return max(r, g, b)-min(r, g, b) > 20 }
func isRed(r, g, b int) bool      { return r-g > 20 && r-b > 20 }
func isGreen(r, g, b int) bool    { return g-r > 20 && g-b > 20 }

// TestScreenshots looks at the pages in a browser: boxes of a flame graph are
// there, and in a difference what grew is red and what shrank green. The
// picture is kept in ZUGWATCH_SCREENSHOTS, if that names a folder.
func TestScreenshots(t *testing.T) {
	chromium := browser(t)
	folder := os.Getenv("ZUGWATCH_SCREENSHOTS")
	if folder == "" {
		folder = t.TempDir()
	}
	one := stacks(t, Notes{Passes: []Pass{{Nodes: 1000}}}, []string{"300 leaf;search;main", "200 quiescence;search;main", "100 evaluate;quiescence;search;main"})
	other := stacks(t, Notes{Passes: []Pass{{Nodes: 1000}}}, []string{"100 leaf;search;main", "200 quiescence;search;main", "400 evaluate;quiescence;search;main"})
	difference := must.Get(other.differenceFrom(one))(t)
	file := func(name string, p *Profile) string {
		page := must.Get(p.Flame())(t)
		path := filepath.Join(t.TempDir(), name+".html")
		must.Do(t, os.WriteFile(path, page, 0o666))
		return "file://" + path
	}
	on := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- one.Serve(ctx, on) }()
	defer func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}()
	tests := []struct {
		name, address string
		colours       []func(r, g, b int) bool
	}{
		{"flame", file("flame", one), []func(r, g, b int) bool{isColoured}},
		{"difference", file("difference", difference), []func(r, g, b int) bool{isRed, isGreen}},
		{"served", "http://" + on.Addr().String() + "/flamegraph", []func(r, g, b int) bool{isColoured}},
		{"top", "http://" + on.Addr().String() + "/top", nil},
	}
	var addresses []string
	for _, test := range tests {
		addresses = append(addresses, test.address)
	}
	all := screenshot(t, chromium, addresses, filepath.Join(folder, "profile.png"))
	for i, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			picture := all.SubImage(image.Rect(0, i*pageHeight, pageWidth, (i+1)*pageHeight))
			for i, is := range test.colours {
				if n := painted(picture, is); n < 2000 {
					t.Errorf("%d points of colour %d (expected 2000 or more)", n, i)
				}
			}
			if n := painted(picture, func(r, g, b int) bool { return max(r, g, b) < 120 }); n < 100 {
				t.Errorf("%d dark points: there is no text", n)
			}
		})
	}
}
