/** Characters of the longest slug. */
export const maxSlugLength = 75;
