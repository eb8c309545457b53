import type { SocialChannel } from '@platform/contracts';

/** The shape and size that a channel takes: width to height, and the longest sides in pixels. */
interface CoverRule {
  least: number;
  most: number;
  width: number;
  height: number;
  leastWidth: number;
}

/**
 * Shapes and sizes of each channel (documents of the channels, see `channel-facts.ts`). Limits of the sides:
 * Telegram 10,000 in sum; MAX 7680 each; VK 14,000 in sum.
 */
export const coverRules: Record<SocialChannel, CoverRule> = {
  telegram: { least: 1 / 20, most: 20, width: 2_560, height: 2_560, leastWidth: 0 },
  vk: { least: 1 / 20, most: 20, width: 2_560, height: 2_560, leastWidth: 0 },
  max: { least: 1 / 20, most: 20, width: 2_560, height: 2_560, leastWidth: 0 },
  instagram: { least: 4 / 5, most: 1.91, width: 1_440, height: 1_800, leastWidth: 320 },
  threads: { least: 1 / 10, most: 10, width: 1_440, height: 2_560, leastWidth: 0 },
};

/** Sides are whole pixels, so a shape may be off by one of them. */
const roundingPixels = 1;

/** Whether a channel takes an image of this size as it is. */
export function fitsChannel(channel: SocialChannel, { width, height }: { width: number; height: number }): boolean {
  const rule = coverRules[channel];
  const isShape = (width + roundingPixels) / height >= rule.least && (width - roundingPixels) / height <= rule.most;
  return isShape && width <= rule.width && height <= rule.height && width >= rule.leastWidth;
}
