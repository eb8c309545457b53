import type { RknCertainty } from '@platform/contracts';

const order: readonly RknCertainty[] = ['unverified', 'detected', 'confirmed'];

/** The lower of two certainties. */
export const lowerOf = (one: RknCertainty, other: RknCertainty): RknCertainty =>
  order.indexOf(one) < order.indexOf(other) ? one : other;
