/**
 * Version of the rendering. It grows with each change of the html that texts get, of what is read from it, or of the words
 * that find a text, so that texts that were published before are rendered again.
 */
export const rendererVersion = 4;
