export { createChannelsPage } from './channels-page.ts';
export * from './max/max-sandbox.ts';
export { type FormattedText, parseMessageHtml as parseMessage } from './message-markup.ts';
export * from './meta/meta-sandbox.ts';
export type { PublishedPost } from './posts-page.ts';
export * from './telegram/telegram-sandbox.ts';
export * from './vk/vk-sandbox.ts';
