import type { ChannelFacts } from '@platform/contracts';

/** Code points that Threads counts by their UTF-8 bytes: emoji, and what joins them. */
const isEmoji = (character: string): boolean =>
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{RI}|\u200d|\ufe0f|\u20e3/u.test(character);

/**
 * The length of a text as a channel counts it. Telegram counts code points after parsing (its server counts
 * UTF-8 characters); MAX and VK are counted in UTF-16 units, the stricter reading; Threads counts emoji as
 * their UTF-8 bytes (developers.facebook.com/docs/threads/posts).
 */
export function countText(text: string, unit: ChannelFacts['text']['unit']): number {
  if (unit === 'utf16') return text.length;
  let count = 0;
  for (const character of text) count += unit === 'threads' && isEmoji(character) ? Buffer.byteLength(character) : 1;
  return count;
}

/** Hashtags and mentions of a text. */
export const countTags = (text: string): { hashtags: number; mentions: number } => ({
  hashtags: text.match(/(?<![\p{L}\p{N}_&])#[\p{L}\p{N}_]+/gu)?.length ?? 0,
  mentions: text.match(/(?<![\p{L}\p{N}_.])@[\w.]+/gu)?.length ?? 0,
});

/** Different addresses of a text. */
export const urlsOf = (text: string): string[] => [...new Set(text.match(/https?:\/\/[^\s<>"']+/g) ?? [])];
