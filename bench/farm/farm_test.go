package farm

import (
	"testing"

	"github.com/zugwatch/zugwatch/bench/failure"
)

// TestAccess: addresses are those of servers of NATS, without secrets; those of this
// machine alone go without encryption.
func TestAccess(t *testing.T) {
	for url, local := range map[string]bool{
		"nats://127.0.0.1:4222": true, "nats://localhost:1": true, "nats://[::1]:1": true,
		"tls://127.0.0.1:4222": false, "nats://farm.example:4222": false, "nats://10.0.0.1:4222": false, "nats://localhost.example:1": false,
	} {
		got, err := isLocal(url)
		if err != nil || got != local {
			t.Errorf("%s: got %t, %v", url, got, err)
		}
	}
	for _, url := range []string{"", "127.0.0.1:4222", "http://127.0.0.1:1", "nats://", "nats://secret@127.0.0.1:1", "nats://a:b@127.0.0.1:1", "nats://127.0.0.1:1/path"} {
		if err := (Access{URL: url}).Check(); failure.Of(err) != failure.Input {
			t.Errorf("%q: got %v", url, err)
		}
	}
}

// TestParseJob: a message on a job parses, and its ID must be valid in a subject.
func TestParseJob(t *testing.T) {
	const pace = `"pace":{"beat":1,"silence":1,"patience":1}`
	for text, good := range map[string]bool{
		`{"id":"A1","suite":{},` + pace + `}`:            true,
		`{"id":"A1","over":true}`:                        true,
		`{"id":"A1","match":{},` + pace + `}`:            true,
		`{"id":"A1","race":{},` + pace + `}`:             true,
		`{"id":"A1","suite":{},"match":{},` + pace + `}`: false,
		`{"id":"A1","race":{},"match":{},` + pace + `}`:  false,
		`{"id":"A1",` + pace + `}`:                       false,
		`{"id":"A1","suite":{}}`:                         false,
		`{"id":"A.*","suite":{},` + pace + `}`:           false,
		`{"id":"","over":true}`:                          false,
		`[]`:                                             false,
	} {
		if _, err := ParseJob([]byte(text)); (err == nil) != good {
			t.Errorf("%s: %v", text, err)
		}
	}
}
