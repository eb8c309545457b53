/** The 0.975 quantile of the standard normal distribution: half the width of an interval of 95 %. */
export const z95 = 1.959_963_984_540_054;

const seriesBelow = 2.5;
const terms = 200;

/**
 * The complementary error function for x ≥ 0 (Abramowitz and Stegun, 7.1.6 and 7.1.14): the series where it
 * converges fast, the continued fraction behind it. Relative error below 1e-12.
 */
export function erfc(x: number): number {
  const scale = Math.exp(-x * x) / Math.sqrt(Math.PI);
  if (x < seriesBelow) {
    let term = 2 * x;
    let sum = term;
    for (let n = 1; n < terms && term > sum * Number.EPSILON; n += 1) {
      term *= (2 * x * x) / (2 * n + 1);
      sum += term;
    }
    return 1 - scale * sum;
  }
  let fraction = x;
  for (let n = terms; n > 0; n -= 1) fraction = x + n / 2 / fraction;
  return scale / fraction;
}

/** The probability that a standard normal variable is further from 0 than `z`. */
export const twoSidedNormal = (z: number): number => erfc(Math.abs(z) / Math.SQRT2);
