// Command asm writes the AVX2 kernels of the network: those of playing, in
// integers, and those of training, in floating point.
//
//	go run . -part play -out ../kernel_amd64.s -stubs ../stubs_amd64.go -pkg network
//	go run . -part train -out ../train/kernel_amd64.s -stubs ../train/stubs_amd64.go -pkg train
package main

import (
	"flag"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// lane is the bytes of a register.
const lane = 32

// block is the registers that are worked on together.
const block = 8

func main() {
	part := flag.String("part", "play", "`KERNELS` to write: play or train")
	flag.Parse()
	if *part == "play" {
		update()
		sum()
	} else {
		add()
		forward()
		backward()
	}
	Generate()
}

// update writes dst = src + the rows added - the rows removed, for hidden integers
// of 16 bits, a multiple of 128.
func update() {
	TEXT("updateAVX2", NOSPLIT, "func(dst, src, weights *int16, hidden int, added *uint16, nAdded int, removed *uint16, nRemoved int)")
	Doc("updateAVX2 does what updatePlain does for hidden units, a multiple of 128.")
	Pragma("noescape")
	dst, src, weights := Load(Param("dst"), GP64()), Load(Param("src"), GP64()), Load(Param("weights"), GP64())
	row := Load(Param("hidden"), GP64())
	ADDQ(row, row) // bytes of a row
	end := GP64()
	MOVQ(src, end)
	ADDQ(row, end)
	added, nAdded := Load(Param("added"), GP64()), Load(Param("nAdded"), GP64())
	removed, nRemoved := Load(Param("removed"), GP64()), Load(Param("nRemoved"), GP64())
	units := registers(block)

	Label("columns")
	for i, u := range units {
		VMOVDQU(Mem{Base: src, Disp: i * lane}, u)
	}
	rows := func(name string, list, n Register, apply func(Op, ...Op)) {
		i, at := GP64(), GP64()
		XORQ(i, i)
		Label(name)
		CMPQ(i, n)
		JGE(LabelRef(name + "Done"))
		MOVWLZX(Mem{Base: list, Index: i, Scale: 2}, at.As32())
		IMULQ(row, at)
		ADDQ(weights, at)
		for j, u := range units {
			apply(Mem{Base: at, Disp: j * lane}, u, u)
		}
		INCQ(i)
		JMP(LabelRef(name))
		Label(name + "Done")
	}
	rows("added", added, nAdded, func(m Op, u ...Op) { VPADDW(m, u[0], u[1]) })
	rows("removed", removed, nRemoved, func(m Op, u ...Op) { VPSUBW(m, u[0], u[1]) })
	for i, u := range units {
		VMOVDQU(u, Mem{Base: dst, Disp: i * lane})
	}
	for _, pointer := range []Register{dst, src, weights} {
		ADDQ(U32(block*lane), pointer)
	}
	CMPQ(src, end)
	JL(LabelRef("columns"))
	VZEROUPPER()
	RET()
}

// sum writes the sum of squared, clipped units and weights, for n integers of 16
// bits, a multiple of 32.
func sum() {
	TEXT("sumAVX2", NOSPLIT, "func(units, weights *int16, n int) int32")
	Doc("sumAVX2 returns what sumPlain returns for n units, a multiple of 32.")
	Pragma("noescape")
	units, weights, n := Load(Param("units"), GP64()), Load(Param("weights"), GP64()), Load(Param("n"), GP64())
	zero, most := YMM(), YMM()
	VPXOR(zero, zero, zero)
	VPCMPEQW(most, most, most)
	VPSRLW(Imm(8), most, most) // 255 in each lane
	sums := registers(2)
	for _, s := range sums {
		VPXOR(s, s, s)
	}
	Label("units")
	for i, s := range sums {
		u, t := YMM(), YMM()
		VPMAXSW(Mem{Base: units, Disp: i * lane}, zero, u)
		VPMINSW(u, most, u)
		VPMULLW(Mem{Base: weights, Disp: i * lane}, u, t)
		VPMADDWD(t, u, t)
		VPADDD(t, s, s)
	}
	ADDQ(Imm(2*lane), units)
	ADDQ(Imm(2*lane), weights)
	SUBQ(Imm(2*lane/2), n)
	JG(LabelRef("units"))
	result := GP32()
	VMOVD(total(sums, VPADDD), result)
	Store(result, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// add writes dst += src for n floats, a multiple of 32.
func add() {
	TEXT("addAVX2", NOSPLIT, "func(dst, src *float32, n int)")
	Doc("addAVX2 does what addPlain does for n floats, a multiple of 32.")
	Pragma("noescape")
	dst, src, n := Load(Param("dst"), GP64()), Load(Param("src"), GP64()), Load(Param("n"), GP64())
	parts := registers(4)
	Label("floats")
	for i, r := range parts {
		VMOVUPS(Mem{Base: dst, Disp: i * lane}, r)
	}
	for i, r := range parts {
		VADDPS(Mem{Base: src, Disp: i * lane}, r, r)
	}
	for i, r := range parts {
		VMOVUPS(r, Mem{Base: dst, Disp: i * lane})
	}
	ADDQ(Imm(4*lane), dst)
	ADDQ(Imm(4*lane), src)
	SUBQ(Imm(4*lane/4), n)
	JG(LabelRef("floats"))
	VZEROUPPER()
	RET()
}

// one sets a register of floats to 1.
func one() VecVirtual {
	r := YMM()
	VPCMPEQW(r, r, r)
	VPSLLD(Imm(25), r, r)
	VPSRLD(Imm(2), r, r)
	return r
}

// forward writes the sum of squared, clipped units and weights, for n floats, a
// multiple of 16.
func forward() {
	TEXT("forwardAVX2", NOSPLIT, "func(units, weights *float32, n int) float32")
	Doc("forwardAVX2 returns what forwardPlain returns for n floats, a multiple of 16.")
	Pragma("noescape")
	units, weights, n := Load(Param("units"), GP64()), Load(Param("weights"), GP64()), Load(Param("n"), GP64())
	zero := YMM()
	VXORPS(zero, zero, zero)
	most := one()
	sums := registers(2)
	for _, s := range sums {
		VXORPS(s, s, s)
	}
	Label("units")
	for i, s := range sums {
		u := YMM()
		VMAXPS(Mem{Base: units, Disp: i * lane}, zero, u)
		VMINPS(most, u, u)
		VMULPS(u, u, u)
		VMULPS(Mem{Base: weights, Disp: i * lane}, u, u)
		VADDPS(u, s, s)
	}
	ADDQ(Imm(2*lane), units)
	ADDQ(Imm(2*lane), weights)
	SUBQ(Imm(2*lane/4), n)
	JG(LabelRef("units"))
	Store(total(sums, VADDPS), ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// backward writes the gradient of the second layer and what comes back to the
// units, for n floats, a multiple of 8.
func backward() {
	TEXT("backwardAVX2", NOSPLIT, "func(units, weights, gradient, delta *float32, n int, factor float32)")
	Doc("backwardAVX2 does what backwardPlain does for n floats, a multiple of 8.")
	Pragma("noescape")
	units, weights := Load(Param("units"), GP64()), Load(Param("weights"), GP64())
	gradient, delta, n := Load(Param("gradient"), GP64()), Load(Param("delta"), GP64()), Load(Param("n"), GP64())
	g := YMM()
	address, err := Param("factor").Resolve()
	if err != nil {
		panic(err)
	}
	VBROADCASTSS(address.Addr, g)
	zero := YMM()
	VXORPS(zero, zero, zero)
	most := one()
	Label("units")
	u, above, below, t, s := YMM(), YMM(), YMM(), YMM(), YMM()
	VMOVUPS(Mem{Base: units}, u)
	VCMPPS(Imm(14), zero, u, above) // u > 0
	VCMPPS(Imm(1), most, u, below)  // u < 1
	VANDPS(above, below, above)
	VMAXPS(u, zero, u)
	VMINPS(most, u, u)
	VMULPS(g, u, t)
	VMULPS(t, u, s)
	VADDPS(Mem{Base: gradient}, s, s)
	VMOVUPS(s, Mem{Base: gradient})
	VMULPS(Mem{Base: weights}, t, t)
	VADDPS(t, t, t)
	VANDPS(above, t, t)
	VMOVUPS(t, Mem{Base: delta})
	for _, pointer := range []Register{units, weights, gradient, delta} {
		ADDQ(Imm(lane), pointer)
	}
	SUBQ(Imm(lane/4), n)
	JG(LabelRef("units"))
	VZEROUPPER()
	RET()
}

// registers returns n registers of 32 bytes.
func registers(n int) []VecVirtual {
	r := make([]VecVirtual, n)
	for i := range r {
		r[i] = YMM()
	}
	return r
}

// total adds up all lanes of two registers by an addition of 32 bits a lane: the result
// is the lowest lane.
func total(sums []VecVirtual, add func(...Op)) VecVirtual {
	add(sums[1], sums[0], sums[0])
	low, high := XMM(), XMM()
	VEXTRACTI128(Imm(1), sums[0], high)
	add(sums[0].AsX(), high, low)
	VPSHUFD(Imm(0x4e), low, high)
	add(low, high, low)
	VPSHUFD(Imm(0xb1), low, high)
	add(low, high, low)
	return low
}
