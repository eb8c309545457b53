/** Lengths of time in milliseconds; a day has 24 hours. */
export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
