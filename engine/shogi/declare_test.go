package shogi

import "testing"

func TestMayDeclare(t *testing.T) {
	for _, test := range []struct {
		name, sfen string
		want       bool
	}{
		{"black, 28 points", "1K7/+P+P+P+P+P+P+P+P+P/+R+R7/9/9/9/9/9/8k b B4G 1", true},
		{"black, 27 points", "1K7/+P+P+P+P+P+P+P+P+P/+R+R7/9/9/9/9/9/8k b B3G 1", false},
		{"white, 27 points", "K8/9/9/9/9/9/7+r+r/+p+p+p+p+p+p+p+p+p/7k1 w b3g 1", true},
		{"white, 26 points", "K8/9/9/9/9/9/7+r+r/+p+p+p+p+p+p+p+p+p/7k1 w b2g 1", false},
		{"the other side's hand does not count", "1K7/+P+P+P+P+P+P+P+P+P/+R+R7/9/9/9/9/9/8k b 4Gb 1", false},
		{"it is not the other side's to declare", "1K7/+P+P+P+P+P+P+P+P+P/+R+R7/9/9/9/9/9/8k w B4G 1", false},
		{"rooks not promoted count as much", "1K7/+P+P+P+P+P+P+P+P+P/RR7/9/9/9/9/9/8k b B4G 1", true},
		{"ten pieces in the camp", "1K7/+P+P+P+P+P+P+P+P1/+R+R7/9/9/9/9/9/8k b B4GS 1", true},
		{"nine pieces in the camp", "1K7/+P+P+P+P+P+P+P2/+R+R7/9/9/9/9/9/8k b 2B4G4S 1", false},
		{"pieces below the camp do not count", "1K7/+P+P+P+P+P+P+P+P+P/+R+R7/GG7/9/9/9/9/8k b B2G 1", false},
		{"king below the camp", "9/+P+P+P+P+P+P+P+P+P/+R+R7/1K7/9/9/9/9/8k b 2B4G 1", false},
		{"king on the camp's last rank", "9/+P+P+P+P+P+P+P+P+P/+R+RK6/9/9/9/9/9/8k b B4G 1", true},
		{"in check", "1K5r1/+P+P+P+P+P+P+P+P+P/+R8/9/9/9/9/9/8k b 2B4G4S 1", false},
		{"no king", "9/+P+P+P+P+P+P+P+P+P/+R+R7/9/9/9/9/9/8k b 2B4G 1", false},
		{"start", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := mustParse(t, test.sfen)
			if got := p.MayDeclare(); got != test.want {
				t.Errorf("%s may declare: %t, want %t", test.sfen, got, test.want)
			}
		})
	}
}
