package flags

import (
	"os"
	"strconv"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/failure"
)

// Shard reads --shard, which may name a system whose environment says it.
func (r *Reader) Shard() bench.Shard {
	shard, err := findShard(r.String("shard"), os.Getenv)
	r.AddErr(err)
	return shard
}

// The variables that shards are read from.
const (
	envShard  = "ZUGWATCH_SHARD"  // i/n
	envShards = "ZUGWATCH_SHARDS" // n
)

// findShard reads what --shard says: i/n, or slurm, kubernetes or github, whose
// environment says it. An empty text is the whole suite. Its errors are of the kind
// Input.
func findShard(text string, getenv func(string) string) (bench.Shard, error) {
	env := environment(getenv)
	var err error
	switch text {
	case "":
		return bench.Shard{}, nil
	case "slurm":
		text, err = env.slurm()
	case "kubernetes":
		text, err = env.kubernetes()
	case "github":
		if text = getenv(envShard); text == "" {
			err = failure.Inputf("flag --shard=github: %s is not set (expected i/n, such as ${{ matrix.shard }}/4 in the env: of the step)", envShard)
		}
	}
	if err != nil {
		return bench.Shard{}, err
	}
	shard, err := bench.ParseShard(text)
	if err != nil {
		return shard, failure.Inputf("flag --shard: %w; or slurm, kubernetes or github", err)
	}
	return shard, nil
}

// environment gives the values of variables, empty ones for those not set.
type environment func(string) string

// slurm returns the shard of a task of a job array, whatever its first index and
// step are.
func (e environment) slurm() (string, error) {
	id, err := e.number("slurm", "SLURM_ARRAY_TASK_ID", "a task of a job array: sbatch --array=1-4")
	if err != nil {
		return "", err
	}
	count, err := e.number("slurm", "SLURM_ARRAY_TASK_COUNT", "a task of a job array: sbatch --array=1-4")
	if err != nil {
		return "", err
	}
	first, step := 1, 1
	for name, value := range map[string]*int{"SLURM_ARRAY_TASK_MIN": &first, "SLURM_ARRAY_TASK_STEP": &step} {
		if e(name) == "" {
			continue
		}
		if *value, err = e.number("slurm", name, "a number"); err != nil {
			return "", err
		}
	}
	if step < 1 || id < first || (id-first)%step != 0 {
		return "", failure.Inputf("flag --shard=slurm: task %d does not follow %d in steps of %d (expected an array without gaps, such as --array=1-4)", id, first, step)
	}
	return bench.Shard{Index: (id-first)/step + 1, Count: count}.String(), nil
}

// kubernetes returns the shard of a pod of an indexed job.
func (e environment) kubernetes() (string, error) {
	index, err := e.number("kubernetes", "JOB_COMPLETION_INDEX", "a pod of a job with completionMode: Indexed")
	if err != nil {
		return "", err
	}
	count, err := e.number("kubernetes", envShards, "the completions of the job, in the env: of the container")
	if err != nil {
		return "", err
	}
	return bench.Shard{Index: index + 1, Count: count}.String(), nil
}

// number reads a whole number that is not negative from a variable.
func (e environment) number(system, name, want string) (int, error) {
	text := e(name)
	if text == "" {
		return 0, failure.Inputf("flag --shard=%s: %s is not set (expected %s)", system, name, want)
	}
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil {
		return 0, failure.Inputf("flag --shard=%s: %s is %.40q (expected a whole number)", system, name, text)
	}
	return int(n), nil
}
