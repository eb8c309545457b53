import type { AssetRow } from '../assets/asset.ts';

/** The columns of an asset that an image is made from. JSON from the database does as well as a row. */
export type ImageSource = Pick<AssetRow, 'file' | 'width' | 'height' | 'alt' | 'placeholder' | 'variants'>;
