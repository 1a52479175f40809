/** The quotient of two numbers that are not negative, half-up to a whole. */
export function halfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}
