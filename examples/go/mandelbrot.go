// Part of Tactus, under the MIT licence. See LICENSE for details.

// The steps that the points of the Mandelbrot set's neighbourhood take, added up: rows differ a hundredfold in their work.
package main

/*
#cgo pkg-config: tactus
#include <stdint.h>
#include <tactus/tactus.h>

void rowsOfBlock(uint64_t begin, uint64_t end, void *handle);
*/
import "C"

import (
	"fmt"
	"runtime/cgo"
	"unsafe"
)

// ParallelFor calls body for each index of [begin, end), in any order and at the same time.
func ParallelFor(begin, end int, body func(index int)) {
	handle := cgo.NewHandle(body)
	defer handle.Delete()
	C.tactus_parallel_for_blocks(C.uint64_t(begin), C.uint64_t(end), C.tactus_block(C.rowsOfBlock), unsafe.Pointer(&handle))
}

//export rowsOfBlock
func rowsOfBlock(begin, end C.uint64_t, context unsafe.Pointer) {
	body := (*(*cgo.Handle)(context)).Value().(func(int))
	for index := begin; index < end; index++ {
		body(int(index))
	}
}

func steps(x, y float64) int {
	var real, imaginary float64
	for step := 0; step < 1000; step++ {
		real, imaginary = real*real-imaginary*imaginary+x, 2*real*imaginary+y
		if real*real+imaginary*imaginary > 4 {
			return step
		}
	}
	return 1000
}

func main() {
	// Go's programs end without exit handlers, so nobody else would write what TACTUS_STATS asks for.
	defer C.tactus_finish()
	const size = 200
	var rows [size]int
	ParallelFor(0, size, func(y int) {
		for x := 0; x < size; x++ {
			rows[y] += steps(3*float64(x)/size-2, 2*float64(y)/size-1)
		}
	})
	sum := 0
	for _, row := range rows {
		sum += row
	}
	fmt.Println("steps:", sum)
}
