import type { assets } from '../schema.ts';

/** The columns of an asset that an image is made from. JSON from the database does as well as a row. */
export type ImageSource = Pick<
  typeof assets.$inferSelect,
  'file' | 'width' | 'height' | 'alt' | 'placeholder' | 'variants'
>;
