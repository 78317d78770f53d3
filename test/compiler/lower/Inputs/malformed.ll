; The sum is used in front of where it is made.
define i32 @twice(i32 %value) {
  %result = add i32 %sum, 1
  %sum = add i32 %value, %value
  ret i32 %result
}
