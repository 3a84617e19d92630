package store

import (
	"bytes"
	"errors"
	"reflect"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/engine/golden"
)

func TestShardRuns(t *testing.T) {
	run := sample()
	run.Shard, run.Complete = bench.Shard{Index: 2, Count: 3}, false
	for i := range run.Outcomes {
		if i != 1 {
			run.Outcomes[i] = bench.Outcome{ID: run.Outcomes[i].ID}
		}
	}
	data := mustEncode(t, run)
	golden.Check(t, "testdata/shard-schema1.json", data)
	run.Origin = bench.Origin{Tool: "0.1", Program: "feed"}
	data = mustEncode(t, run)
	golden.Check(t, "testdata/shard-schema1-origin.json", data)
	back, err := decodeRun(data)
	if err != nil || !reflect.DeepEqual(back, run) || !back.Finished() || sample().Shard.String() != "" {
		t.Errorf("got %+v, %v", back, err)
	}
	run.Outcomes[1] = bench.Outcome{ID: run.Outcomes[1].ID}
	if run.Finished() {
		t.Error("an empty shard counts as finished")
	}
	for _, change := range []func(*bench.Run){
		func(r *bench.Run) { r.Outcomes[0].Verdict = bench.Measured },
		func(r *bench.Run) {
			r.Shard, r.Outcomes, r.Complete = bench.Shard{}, sample().Outcomes, sample().Complete
		},
		func(r *bench.Run) { r.Shard = bench.Shard{Index: 1, Count: 1} },
		func(r *bench.Run) { r.Shard = bench.Shard{Index: 5, Count: 5} },
	} {
		bad := *run
		bad.Outcomes = append([]bench.Outcome(nil), run.Outcomes...)
		change(&bad)
		var fault *file.Error
		if _, err := decodeRun(mustEncode(t, &bad)); !errors.As(err, &fault) || fault.Reason != file.Contradiction {
			t.Errorf("shard %s: got %v", bad.Shard, err)
		}
	}
	for _, text := range []string{`"3/2"`, `""`, `"1"`, `{}`, `12`} {
		bad := bytes.Replace(data, []byte(`"shard": "2/3"`), []byte(`"shard": `+text), 1)
		if _, err := decodeRun(bad); err == nil {
			t.Errorf("shard %s was read", text)
		}
	}
}
