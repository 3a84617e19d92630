package revision

import "testing"

// TestReleaseTag tells tags of releases from versions that the go command makes up.
func TestReleaseTag(t *testing.T) {
	for version, want := range map[string]string{
		"v0.1.0":                                    "v0.1.0",
		"v1.2.3-rc.1":                               "v1.2.3-rc.1",
		"v0.0.0-20261122101500-0123456789ab":        "",
		"v0.1.1-0.20261122101500-0123456789ab":      "",
		"v1.2.3-rc.1.0.20261122101500-0123456789ab": "",
		"v0.1.0+dirty":                              "",
		"(devel)":                                   "",
		"":                                          "",
	} {
		if got := releaseTag(version); got != want {
			t.Errorf("%q: got %q, want %q", version, got, want)
		}
	}
}
