package flags

import (
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/failure"
)

// TestFindShard holds what is made of the environments of schedulers.
func TestFindShard(t *testing.T) {
	tests := []struct {
		name, text string
		env        map[string]string
		want       string
		fault      string
	}{
		{"none", "", nil, "", ""},
		{"plain", "2/4", nil, "2/4", ""},
		{"wrong", "5/4", nil, "", `flag --shard: shard "5/4" (expected i/n with i from 1 to n and n at most 4096, such as 2/4); or slurm, kubernetes or github`},
		{"slurm from 0", "slurm", map[string]string{"SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_STEP": "1"}, "1/4", ""},
		{"slurm from 1", "slurm", map[string]string{"SLURM_ARRAY_TASK_ID": "4", "SLURM_ARRAY_TASK_COUNT": "4"}, "4/4", ""},
		{"slurm in steps", "slurm", map[string]string{"SLURM_ARRAY_TASK_ID": "20", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "10", "SLURM_ARRAY_TASK_STEP": "5"}, "3/3", ""},
		{
			"slurm with gaps", "slurm",
			map[string]string{"SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "1"},
			"",
			`flag --shard: shard "7/3" (expected i/n`,
		},
		{
			"slurm between steps", "slurm",
			map[string]string{"SLURM_ARRAY_TASK_ID": "6", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_STEP": "2"},
			"",
			"flag --shard=slurm: task 6 does not follow 1 in steps of 2 (expected an array without gaps, such as --array=1-4)",
		},
		{"no slurm", "slurm", nil, "", "flag --shard=slurm: SLURM_ARRAY_TASK_ID is not set (expected a task of a job array: sbatch --array=1-4)"},
		{"slurm without count", "slurm", map[string]string{"SLURM_ARRAY_TASK_ID": "1"}, "", "flag --shard=slurm: SLURM_ARRAY_TASK_COUNT is not set"},
		{"slurm in words", "slurm", map[string]string{"SLURM_ARRAY_TASK_ID": "one"}, "", `flag --shard=slurm: SLURM_ARRAY_TASK_ID is "one" (expected a whole number)`},
		{"kubernetes", "kubernetes", map[string]string{"JOB_COMPLETION_INDEX": "3", "ZUGWATCH_SHARDS": "4"}, "4/4", ""},
		{"kubernetes without count", "kubernetes", map[string]string{"JOB_COMPLETION_INDEX": "3"}, "", "flag --shard=kubernetes: ZUGWATCH_SHARDS is not set (expected the completions of the job, in the env: of the container)"},
		{"kubernetes beyond", "kubernetes", map[string]string{"JOB_COMPLETION_INDEX": "4", "ZUGWATCH_SHARDS": "4"}, "", `flag --shard: shard "5/4"`},
		{"no kubernetes", "kubernetes", nil, "", "flag --shard=kubernetes: JOB_COMPLETION_INDEX is not set"},
		{"github", "github", map[string]string{"ZUGWATCH_SHARD": "3/8"}, "3/8", ""},
		{"no github", "github", nil, "", "flag --shard=github: ZUGWATCH_SHARD is not set (expected i/n, such as ${{ matrix.shard }}/4 in the env: of the step)"},
		{"github in words", "github", map[string]string{"ZUGWATCH_SHARD": "slurm"}, "", `flag --shard: shard "slurm"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := findShard(test.text, func(name string) string { return test.env[name] })
			if got.String() != test.want || (err == nil) != (test.fault == "") {
				t.Fatalf("got %q, %v, want %q", got, err, test.want)
			}
			if err != nil && (!strings.HasPrefix(err.Error(), test.fault) || failure.Of(err) != failure.Input) {
				t.Errorf("got %v, want %s", err, test.fault)
			}
		})
	}
}
