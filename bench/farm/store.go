package farm

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The bucket of programs, each by its digest, and the stream and the subjects that an object
// store has it in.
const (
	programBucket = "ZUGWATCH"
	ProgramStream = "OBJ_" + programBucket
	StoreSubject  = "$O." + programBucket + ".>"
	chunkSubject  = "$O." + programBucket + ".C."
)

// Limits of the bucket, for all jobs together. A program stays after its job, for the next one.
const (
	maxStoreBytes = 512 << 20
	storeSlack    = 1 << 20   // of the bucket, for what stands beside programs
	minKept       = time.Hour // age from which on a program may be removed; a worker may be fetching a younger one
)

// transferTime is the timeout for the transfer of a program to the store or from there.
const transferTime = 5 * time.Minute

// storePrograms puts the programs of the job into the store unless they are there.
func (q *queue) storePrograms(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, transferTime)
	defer cancel()
	for _, e := range q.job.Engines() {
		if e.Program == nil {
			continue
		}
		p, err := e.Program.Open([]string{e.Program.Key})
		if err != nil {
			return err
		}
		if err := q.storeProgram(limited, p, e.path); err != nil {
			return fmt.Errorf("program of engine %s: %w", p.Name, err)
		}
	}
	return nil
}

// storeProgram puts a program into the store, unless it is there.
func (q *queue) storeProgram(ctx context.Context, p *Program, path string) error {
	store, err := q.js.ObjectStore(ctx, programBucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		store, err = q.js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{
			Bucket: programBucket, Description: "programs of Zugwatch", TTL: maxQueueAge, MaxBytes: maxStoreBytes, Storage: jetstream.FileStorage,
		})
	}
	if err != nil {
		return tooSmall(err, "programs that are sent beside the queue", MinStore+maxStoreBytes)
	}
	if there, err := q.has(ctx, store, p); there || err != nil {
		return err
	}
	if err := makeRoom(ctx, store, p.Size); err != nil {
		return err
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := store.Put(ctx, jetstream.ObjectMeta{Name: p.Digest}, file)
	if err != nil {
		return err
	}
	sum, err := jetstream.DecodeObjectDigest(info.Digest)
	if err == nil && hex.EncodeToString(sum) != p.Digest {
		err = errors.Join(errors.New("it became another one while it was sent"), store.Delete(ctx, p.Digest))
	}
	return err
}

// has reports whether a program is in the store with all its pieces. These are messages of their
// own and can be missing although the head that counts them is there.
func (q *queue) has(ctx context.Context, store jetstream.ObjectStore, p *Program) (bool, error) {
	info, err := store.GetInfo(ctx, p.Digest)
	switch {
	case errors.Is(err, jetstream.ErrObjectNotFound):
		return false, nil
	case err != nil || info.Size != uint64(p.Size):
		return false, err
	}
	stream, err := q.js.Stream(ctx, ProgramStream)
	if err != nil {
		return false, err
	}
	pieces := chunkSubject + info.NUID
	state, err := stream.Info(ctx, jetstream.WithSubjectFilter(pieces))
	return err == nil && state.State.Subjects[pieces] == uint64(info.Chunks), err
}

// makeRoom makes room for so many bytes: the oldest programs go.
func makeRoom(ctx context.Context, store jetstream.ObjectStore, size int64) error {
	status, err := store.Status(ctx)
	if err != nil {
		return err
	}
	free := maxStoreBytes - storeSlack - int64(status.Size())
	if free >= size {
		return nil
	}
	all, err := store.List(ctx)
	if err != nil && !errors.Is(err, jetstream.ErrNoObjectsFound) {
		return err
	}
	slices.SortFunc(all, func(a, b *jetstream.ObjectInfo) int { return a.ModTime.Compare(b.ModTime) })
	for _, old := range all {
		if free >= size || time.Since(old.ModTime) < minKept {
			break
		}
		if err := store.Delete(ctx, old.Name); err != nil {
			return err
		}
		free += int64(old.Size)
	}
	if free < size {
		return fmt.Errorf("the store of %d MiB is full of programs of the last hour", maxStoreBytes>>20)
	}
	return nil
}

// ProgramFetcher reads programs from the store behind a connection. It asks for one message after
// the other. The library's reader would make a consumer, and a client that may make consumers can
// have the server send to any address.
func ProgramFetcher(nc *nats.Conn) func(ctx context.Context, p *Program, to io.Writer) error {
	return func(ctx context.Context, p *Program, to io.Writer) error {
		limited, cancel := context.WithTimeout(ctx, transferTime)
		defer cancel()
		js, err := jetstream.New(nc)
		if err != nil {
			return err
		}
		store, err := js.ObjectStore(limited, programBucket)
		if err != nil {
			return err
		}
		info, err := store.GetInfo(limited, p.Digest)
		if err != nil {
			return err
		}
		stream, err := js.Stream(limited, ProgramStream)
		if err != nil {
			return err
		}
		for next, left := uint64(1), p.Size; left > 0; {
			m, err := stream.GetMsg(limited, next, jetstream.WithGetMsgSubject(chunkSubject+info.NUID))
			if err != nil {
				return fmt.Errorf("%d bytes of program %.60q are missing: %w", left, p.Name, err)
			}
			if _, err := to.Write(m.Data); err != nil {
				return err
			}
			next, left = m.Sequence+1, left-int64(len(m.Data))
		}
		return nil
	}
}
