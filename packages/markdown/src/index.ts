export { MarkdownBusyError, MarkdownTooSlowError } from './errors.ts';
export { createRenderer, type Renderer, type RendererOptions } from './renderer.ts';
export type { Rendered, RenderOptions, TocEntry } from './types.ts';
export { type EmbedProvider, embedProviders } from './videos.ts';
