/**
 * Version of the rendering. It grows with each change of the html that texts get, so that texts that were published before
 * are rendered again.
 */
export const rendererVersion = 3;
