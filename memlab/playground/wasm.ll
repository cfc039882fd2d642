; A word's bits as a mask of lanes, and back, in terms that become SIMD128 instructions.
define <64 x i1> @memlab.mask(i64 %word) alwaysinline {
  %bytes = bitcast i64 %word to <8 x i8>
  %spread = shufflevector <8 x i8> %bytes, <8 x i8> poison, <64 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 4, i32 4, i32 4, i32 4, i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5, i32 5, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 6, i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7>
  %one = and <64 x i8> %spread, <i8 1, i8 2, i8 4, i8 8, i8 16, i8 32, i8 64, i8 -128, i8 1, i8 2, i8 4, i8 8, i8 16, i8 32, i8 64, i8 -128, i8 1, i8 2, i8 4, i8 8, i8 16, i8 32, i8 64, i8 -128, i8 1, i8 2, i8 4, i8 8, i8 16, i8 32, i8 64, i8 -128, i8 1, i8 2, i8 4, i8 8, i8 16, i8 32, i8 64, i8 -128, i8 1, i8 2, i8 4, i8 8, i8 16, i8 32, i8 64, i8 -128, i8 1, i8 2, i8 4, i8 8, i8 16, i8 32, i8 64, i8 -128, i8 1, i8 2, i8 4, i8 8, i8 16, i8 32, i8 64, i8 -128>
  %mask = icmp ne <64 x i8> %one, zeroinitializer
  ret <64 x i1> %mask
}
declare i32 @llvm.wasm.bitmask.v16i8(<16 x i8>)
define i64 @memlab.word(<64 x i1> %mask) alwaysinline {
  %m0 = shufflevector <64 x i1> %mask, <64 x i1> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %m1 = shufflevector <64 x i1> %mask, <64 x i1> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %m2 = shufflevector <64 x i1> %mask, <64 x i1> poison, <16 x i32> <i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47>
  %m3 = shufflevector <64 x i1> %mask, <64 x i1> poison, <16 x i32> <i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %e0 = sext <16 x i1> %m0 to <16 x i8>
  %b0 = call i32 @llvm.wasm.bitmask.v16i8(<16 x i8> %e0)
  %e1 = sext <16 x i1> %m1 to <16 x i8>
  %b1 = call i32 @llvm.wasm.bitmask.v16i8(<16 x i8> %e1)
  %e2 = sext <16 x i1> %m2 to <16 x i8>
  %b2 = call i32 @llvm.wasm.bitmask.v16i8(<16 x i8> %e2)
  %e3 = sext <16 x i1> %m3 to <16 x i8>
  %b3 = call i32 @llvm.wasm.bitmask.v16i8(<16 x i8> %e3)
  %w0 = zext i32 %b0 to i64
  %w1 = zext i32 %b1 to i64
  %w2 = zext i32 %b2 to i64
  %w3 = zext i32 %b3 to i64
  %s1 = shl i64 %w1, 16
  %s2 = shl i64 %w2, 32
  %s3 = shl i64 %w3, 48
  %o1 = or i64 %w0, %s1
  %o2 = or i64 %s2, %s3
  %o = or i64 %o1, %o2
  ret i64 %o
}

; The 128-bit product, which the compiler calls: what compiler-rt has under this name.
define void @__multi3(ptr %result, i64 %a, i64 %ah, i64 %b, i64 %bh) noinline optnone {
  %al = and i64 %a, 4294967295
  %au = lshr i64 %a, 32
  %bl = and i64 %b, 4294967295
  %bu = lshr i64 %b, 32
  %ll = mul i64 %al, %bl
  %ul = mul i64 %au, %bl
  %lu = mul i64 %al, %bu
  %uu = mul i64 %au, %bu
  %c0 = lshr i64 %ll, 32
  %c1 = add i64 %c0, %ul
  %c1l = and i64 %c1, 4294967295
  %c1u = lshr i64 %c1, 32
  %c2 = add i64 %c1l, %lu
  %c2u = lshr i64 %c2, 32
  %h0 = add i64 %uu, %c1u
  %h1 = add i64 %h0, %c2u
  %x1 = mul i64 %a, %bh
  %x2 = mul i64 %ah, %b
  %h2 = add i64 %h1, %x1
  %h = add i64 %h2, %x2
  %low = mul i64 %a, %b
  store i64 %low, ptr %result
  %place = getelementptr i8, ptr %result, i32 8
  store i64 %h, ptr %place
  ret void
}

; Heavy-tailed mutation, which the page does not have: whose logarithms differ in the last bit from
; one machine to the next.
declare void @llvm.trap()
define double @log(double %x) noinline optnone {
  call void @llvm.trap()
  unreachable
}
define double @log1p(double %x) noinline optnone {
  call void @llvm.trap()
  unreachable
}
