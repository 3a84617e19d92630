package farm

import (
	"fmt"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// TestDeserted: a job without workers is reported once, and one that all refuse from the beginning
// ends after a while. Workers that prepare are waited for.
func TestDeserted(t *testing.T) {
	now, pace := time.Now(), DefaultTimeouts()
	able, ready, refuses := workerState{now, true, false}, workerState{now, false, false}, workerState{now, false, true}
	gone := workerState{at: now.Add(-time.Hour), able: true}
	for _, test := range []struct {
		name    string
		seen    []workerState
		alone   time.Duration // in silences
		wasAble bool
		told    string
		err     string
	}{
		{"at first", nil, maxSilentLooks - 1, false, "", ""},
		{"nobody", nil, maxSilentLooks, false, "farm: no worker is there (expected zugfarm work nats://here somewhere)", ""},
		{"nobody for long", []workerState{gone}, 2 * maxAbsence, false, "farm: no worker is there (expected zugfarm work nats://here somewhere)", ""},
		{"one is able", []workerState{able, refuses}, 2 * maxAbsence, false, "", ""},
		{"one makes ready", []workerState{ready, refuses}, 2 * maxAbsence, false, "", ""},
		{"all refuse", []workerState{refuses, refuses, gone}, maxSilentLooks, false, "farm: all its workers refuse games, 2 of them; waiting for another", ""},
		{"all refuse for long", []workerState{refuses}, 2 * maxAbsence, false, "", "farm: server nats://here: all its workers refuse games, 1 of them, and no other came for 5m0s"},
		{"the last has left", []workerState{refuses}, 2 * maxAbsence, true, "farm: all its workers refuse games, 1 of them; waiting for another", ""},
	} {
		told := ""
		c := &coordinator{
			farm: &Farm{Access: Access{URL: "nats://here"}, Timeouts: pace, Tell: func(format string, args ...any) { told += fmt.Sprintf(format, args...) }},
			task: &Task{Job: Job{Title: "games"}}, ledger: newLedger(nil, nil, nil, 1, nil), seen: make(map[string]workerState), alone: now.Add(-test.alone * pace.Offline), wasAble: test.wasAble,
		}
		for i, s := range test.seen {
			c.seen[fmt.Sprint(i)] = s
		}
		for range 2 {
			err := c.checkWorkers()
			if got := fmt.Sprint(err); (err != nil || test.err != "") && got != test.err {
				t.Errorf("%s: ends with %s\nwant %s", test.name, got, test.err)
			}
		}
		if told != test.told {
			t.Errorf("%s: told %q\nwant %q", test.name, told, test.told)
		}
	}
}

// TestRefusalLate: a worker that refuses after a long absence of all is a new one, so the job goes
// on.
func TestRefusalLate(t *testing.T) {
	pace := DefaultTimeouts()
	c := &coordinator{
		farm: &Farm{Timeouts: pace, Tell: t.Logf}, task: &Task{Job: Job{ID: "J"}}, ledger: newLedger(nil, nil, nil, 1, nil), seen: make(map[string]workerState), refused: make(map[string]bool),
		alone: time.Now().Add(-2 * maxAbsence * pace.Offline),
	}
	c.addWorkerStatus(&nats.Msg{Data: []byte(`{"worker":"w","refused":{"J":"no"}}`)})
	if there, refusing := c.present(); there != 1 || refusing != 1 {
		t.Errorf("%d workers are there, %d refuse", there, refusing)
	}
	if err := c.checkWorkers(); err != nil {
		t.Error(err)
	}
}
