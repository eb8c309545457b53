export { createRenderer, type Renderer } from './renderer.ts';
export type { Rendered, RenderOptions, TocEntry } from './types.ts';
export { type EmbedProvider, embedProviders } from './videos.ts';
