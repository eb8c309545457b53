export type { MediaFacts } from './media.ts';
export { createRenderer, type Renderer } from './renderer.ts';
export { rendererVersion } from './renderer-version.ts';
export type { ImageFacts, Rendered, RenderedBanner, RenderOptions, RenderWarning, TocEntry } from './types.ts';
export { type EmbedProvider, embedProviders } from './videos.ts';
