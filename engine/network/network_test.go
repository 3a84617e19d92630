package network

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/must"
)

// made returns a network of random weights.
func made(t testing.TB, seed uint64, shape Shape) *Network {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 7))
	n := shape.New()
	n.Origin, n.Base = "a test", "0123456789abcdef"
	for i := range n.Input {
		n.Input[i] = int16(r.IntN(61) - 30)
	}
	for i := range n.Bias {
		n.Bias[i] = int16(r.IntN(201) - 50)
	}
	for i := range n.Output {
		n.Output[i] = int16(r.IntN(61) - 30)
	}
	for i := range n.Offset {
		n.Offset[i] = int32(r.IntN(2001) - 1000)
	}
	must.Do(t, n.Seal())
	return n
}

// value returns the value of p by the definition, with no sum kept.
func value(n *Network, p *chess.Position) int32 {
	var total int64
	of := Class(p.Occupied().Count(), n.Outputs)
	for half, side := range []chess.Color{p.Side(), p.Side().Other()} {
		view := ViewOf(side, p.King(side), n.Buckets)
		for unit := range n.Hidden {
			sum := int64(n.Bias[unit])
			for piece := range p.Pieces() {
				sum += int64(n.Input[view.Input(piece.Color, piece.Kind, piece.Square)*n.Hidden+unit])
			}
			sum = min(max(sum, 0), InputScale)
			total += sum * sum * int64(n.Output[(of*2+half)*n.Hidden+unit])
		}
	}
	total = (total/InputScale + int64(n.Offset[of])) * Centipawns / (InputScale * OutputScale)
	return int32(min(max(total, -valueLimit), valueLimit))
}

// TestEvaluate walks through games, forth and back and to other lines, and holds each
// value against the definition.
func TestEvaluate(t *testing.T) {
	for _, shape := range []Shape{{1, 128, 1}, {1, 256, 8}, {MaxBuckets, 128, 2}, {1, 384, 4}} {
		n := made(t, 1, shape)
		const plies = 40
		e := New(n, plies)
		r := rand.New(rand.NewPCG(2, 3))
		for range 30 {
			var line [plies]chess.Position
			line[0] = chess.Start()
			if r.IntN(2) == 0 {
				line[0] = position(t, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q2/PPPBBPpP/R3K1R1 w Qkq - 0 1")
			}
			ply := 0
			for range 100 {
				p := &line[ply]
				if r.IntN(4) > 0 {
					if got, want := e.Evaluate(p, ply), value(n, p); got != want {
						t.Fatalf("%s: value of %s at ply %d is %d, want %d", shape, p.FEN(), ply, got, want)
					}
				}
				moves := p.LegalMoves()
				switch {
				case len(moves) == 0 || ply == plies-1 || r.IntN(5) == 0:
					ply = r.IntN(ply + 1)
				case r.IntN(8) == 0 && !p.InCheck():
					p.Pass(&line[ply+1])
					ply++
				default:
					line[ply+1] = p.After(moves[r.IntN(len(moves))])
					ply++
				}
			}
		}
	}
}

// TestSymmetry holds that a position and its other forms have one value.
func TestSymmetry(t *testing.T) {
	n := made(t, 4, Shape{1, 128, 8})
	e := New(n, 1)
	for _, fen := range []string{
		"8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1",
		"r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w - - 3 9",
	} {
		p := position(t, fen)
		want := e.Evaluate(&p, 0)
		for _, y := range []chess.Symmetry{chess.MirrorFiles, chess.FlipColors, chess.MirrorFiles | chess.FlipColors} {
			q := y.Position(&p)
			if got := e.Evaluate(&q, 0); got != want {
				t.Errorf("%s and %s are worth %d and %d", fen, q.FEN(), want, got)
			}
		}
	}
}

// TestEvaluateAnew moves between two positions that differ on every occupied square.
func TestEvaluateAnew(t *testing.T) {
	n := made(t, 1, Shape{1, 128, 8})
	full := position(t, "rnbqkbr1/pppppppp/7n/8/8/7N/PPPPPPPP/RNBQKBR1 w Qq - 0 1")
	for _, fen := range []string{
		"7k/8/4K3/8/8/8/8/8 w - - 0 1",
		"7r/8/R1n4k/1b6/4K3/8/8/8 w - - 0 1",
	} {
		p := position(t, fen)
		e := New(n, 1)
		for i, q := range []*chess.Position{&full, &p, &full, &p} {
			if got, want := e.Evaluate(q, 0), value(n, q); got != want {
				t.Errorf("value %d, of %s, is %d, want %d", i, q.FEN(), got, want)
			}
		}
	}
}

// TestAllocations holds that evaluating allocates nothing.
func TestAllocations(t *testing.T) {
	n := made(t, 1, Shape{1, 256, 8})
	e := New(n, 2)
	p, q := chess.Start(), position(t, "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w - - 3 9")
	if allocs := testing.AllocsPerRun(100, func() {
		e.Evaluate(&p, 0)
		e.Evaluate(&q, 1)
	}); allocs != 0 {
		t.Errorf("an evaluation allocates %v times", allocs)
	}
}

func TestFile(t *testing.T) {
	n := made(t, 1, Shape{1, 128, 2})
	var file bytes.Buffer
	must.Do(t, n.Write(&file))
	whole := file.String()
	again := must.Get(parseNetwork([]byte(whole)))(t)
	if again.Digest() != n.Digest() || again.Origin != n.Origin || again.Base != n.Base || again.Shape != n.Shape {
		t.Errorf("read %s %s %q, want %s %s %q", again.Shape, again.Digest(), again.Origin, n.Shape, n.Digest(), n.Origin)
	}
	p := chess.Start()
	if got, want := New(again, 1).Evaluate(&p, 0), value(n, &p); got != want {
		t.Errorf("the start position is worth %d after reading, want %d", got, want)
	}
	wide := made(t, 2, Shape{MaxBuckets, 128, 2})
	var wider bytes.Buffer
	must.Do(t, wide.Write(&wider))
	if again := must.Get(parseNetwork(wider.Bytes()))(t); again.Digest() != wide.Digest() || again.Shape != wide.Shape {
		t.Errorf("read %s %s, want %s %s", again.Shape, again.Digest(), wide.Shape, wide.Digest())
	}
	tests := []struct{ name, file, want string }{
		{"empty", "", `not a network of this version (expected a file that begins with "zugwatch network 1")`},
		{"foreign", "NNUE" + whole, `not a network of this version (expected a file that begins with "zugwatch network 1")`},
		{"other version", strings.Replace(whole, "network 1", "network 2", 1), `not a network of this version (expected a file that begins with "zugwatch network 1")`},
		{"shape", strings.Replace(whole, "768x128x2", "768x100x2", 1), "network of 100 hidden units (expected a multiple of 128 up to 1024)"},
		{"outputs", strings.Replace(whole, "768x128x2", "768x128x9", 1), "network of 9 outputs (expected 1 to 8)"},
		{"buckets", strings.Replace(whole, "768x128x2", "1536x128x2", 1), "network of 2 king buckets (expected 1 or 8)"},
		{"inputs", strings.Replace(whole, "768x128x2", "640x128x2", 1), `shape "640x128x2" (expected "768x256x8" with other sizes)`},
		{"no base", strings.Replace(whole, "base", "bass", 1), `head of the network has no line "base"`},
		{"bad base", strings.Replace(whole, "0123456789abcdef", "0123456789ABCDEF", 1), `base "0123456789ABCDEF" (expected the 16 hexadecimal digits of an evaluation's digest)`},
		{"other base", strings.Replace(whole, "0123456789abcdef", "none", 1), "network is damaged: its weights have the digest "},
		{"no origin", strings.Replace(whole, "origin", "orgin", 1), `head of the network has no line "origin"`},
		{"endless line", "zugwatch network 1\nshape " + strings.Repeat("x", 1<<16), `head of the network has no line "shape"`},
		{"short digest", strings.Replace(whole, n.Digest(), n.Digest()[:15], 1), `" (expected 64 hexadecimal digits)`},
		{"short", whole[:len(whole)-1], "network is cut short (expected 197896 bytes of weights)"},
		{"long", whole + "\n", "more follows the network's weights (expected the end of the file)"},
		{"turned bit", flipped(whole, len(whole)-700), "network is damaged: its weights have the digest "},
		{"huge weight", flipped(whole, len(whole)-8-4*128*2-2*128-1), "input weight 98303 is "},
		{"huge output", flipped(whole, len(whole)-9), "output weight 511 is "},
		{"huge offset", flipped(whole, len(whole)-1), " of output 1 (expected at most 816000)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if _, err := parseNetwork([]byte(test.file)); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %s", err, test.want)
			}
		})
	}
}

// flipped returns a file with another byte at a place.
func flipped(file string, at int) string {
	return file[:at] + "\x7f" + file[at+1:]
}

// TestEmbedded verifies the weights of the network that is built in, which programs believe.
func TestEmbedded(t *testing.T) {
	verified := must.Get(parseNetwork(embedded))(t)
	if n := must.Get(Embedded())(t); !reflect.DeepEqual(n, verified) {
		t.Errorf("network %.16s is read as %.16s", verified.Digest(), n.Digest())
	}
}

func TestDecode(t *testing.T) {
	from := []byte{1, 0, 0xff, 0xff, 0, 0x80, 0x34, 0x12, 9}
	got, want := make([]int16, 4), make([]int16, 4)
	decode(got, from)
	decodePlain(want, from)
	if !slices.Equal(got, want) || !slices.Equal(want, []int16{1, -1, -0x8000, 0x1234}) {
		t.Errorf("decode: %v, plain %v", got, want)
	}
}

// TestSeal checks that Seal rejects weights whose sums could overflow.
func TestSeal(t *testing.T) {
	tests := []struct {
		name   string
		spoil  func(*Network)
		expect string
	}{
		{"lengths", func(n *Network) { n.Bias = n.Bias[1:] }, "network 768x128x1 has 98304, 127, 256 and 1 weights (expected 98304, 128, 256 and 1)"},
		{"origin of lines", func(n *Network) { n.Origin = "a\nb" }, "origin of 3 bytes (expected one line of at most 4096)"},
		{"long origin", func(n *Network) { n.Origin = strings.Repeat("a", maxOrigin+1) }, "origin of 4097 bytes (expected one line of at most 4096)"},
		{"input", func(n *Network) { n.Input[5] = maxInput + 1 }, "input weight 5 is 951 (expected at most 950)"},
		{"bias", func(n *Network) { n.Bias[0] = -maxBias - 1 }, "bias 0 is -2001 (expected at most 2000)"},
		{"output", func(n *Network) { n.Output[1] = -128 }, "output weight 1 is -128 (expected at most 127)"},
		{"offset below", func(n *Network) { n.Offset[0] = -maxOffset - 1 }, "offset -816001 of output 0 (expected at most 816000)"},
		{"offset", func(n *Network) { n.Offset[0] = maxOffset + 1 }, "offset 816001 of output 0 (expected at most 816000)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			n := made(t, 1, Shape{1, 128, 1})
			test.spoil(n)
			if err := n.Seal(); err == nil || err.Error() != test.expect {
				t.Errorf("error %v, want %s", err, test.expect)
			}
		})
	}
	n := made(t, 1, Shape{1, 256, 1})
	for i := range n.Output {
		n.Output[i] = 127
	}
	if err := n.Seal(); err == nil || err.Error() != "weights of output 0 are 65024 together (expected at most 33025)" {
		t.Errorf("error %v", err)
	}
}

// TestLimit holds that no value leaves its bounds, whichever side is to move.
func TestLimit(t *testing.T) {
	n := Shape{Buckets: 1, Hidden: HiddenStep, Outputs: 1}.New()
	for i := range n.Bias {
		n.Bias[i] = InputScale
	}
	for i := range 2 * HiddenStep {
		n.Output[i] = maxOutput
	}
	n.Offset[0] = maxOffset
	p := chess.Start()
	for _, want := range []int32{valueLimit, -valueLimit} {
		must.Do(t, n.Seal())
		if got := New(n, 1).Evaluate(&p, 0); got != want {
			t.Errorf("value %d, want %d", got, want)
		}
		for i := range n.Output {
			n.Output[i] = -n.Output[i]
		}
		n.Offset[0] = -maxOffset
	}
}

// TestKingBuckets holds which bucket a king is in, as its side sees it, with its wing on the files a to d.
func TestKingBuckets(t *testing.T) {
	for _, test := range []struct {
		side          chess.Color
		king          string
		buckets, want int
	}{
		{chess.White, "g1", MaxBuckets, 0},
		{chess.Black, "b8", MaxBuckets, 0},
		{chess.White, "c1", MaxBuckets, 1},
		{chess.Black, "e8", MaxBuckets, 2},
		{chess.White, "h2", MaxBuckets, 3},
		{chess.White, "d2", MaxBuckets, 4},
		{chess.Black, "a6", MaxBuckets, 5},
		{chess.White, "e4", MaxBuckets, 6},
		{chess.White, "h8", MaxBuckets, 7},
		{chess.Black, "h1", MaxBuckets, 7},
		{chess.White, "e4", 1, 0},
	} {
		king := chess.Square(test.king[0]-'a') + 8*chess.Square(test.king[1]-'1')
		view := ViewOf(test.side, king, test.buckets)
		if got := view.Input(test.side, chess.Pawn, king^56) / Inputs; got != test.want {
			t.Errorf("%s king on %s of %d buckets: bucket %d, want %d", test.side, test.king, test.buckets, got, test.want)
		}
	}
}

// TestClass holds which output judges how many pieces.
func TestClass(t *testing.T) {
	for _, test := range []struct{ pieces, outputs, want int }{{2, 8, 0}, {5, 8, 0}, {6, 8, 1}, {32, 8, 7}, {32, 1, 0}, {17, 4, 1}, {18, 4, 2}} {
		if got := Class(test.pieces, test.outputs); got != test.want {
			t.Errorf("%d pieces of %d outputs: output %d, want %d", test.pieces, test.outputs, got, test.want)
		}
	}
}

func position(t testing.TB, fen string) chess.Position {
	t.Helper()
	return must.Get(chess.ParseFEN(fen))(t)
}
