import type { SocialChannel } from '@platform/contracts';
import type { Channel } from './channel.ts';

type Facts = Channel['facts'];
const mebibyte = 1_048_576;

/**
 * What each channel takes. Telegram: core.telegram.org/bots/api (4096 and 1024 count code points after
 * parsing); MAX: dev.max.ru/docs-api; Instagram and Threads: developers.facebook.com (content publishing).
 * The text of VK has a limit of ours: its own is not documented.
 */
export const channelFacts: Record<SocialChannel, Facts> = {
  telegram: {
    channel: 'telegram',
    credentials: ['bot_token', 'chat_id', 'probe_chat_id?'],
    text: { max: 4_096, max_with_cover: 4_096, unit: 'code_points', format: 'html' },
    cover: { is_required: false, max_bytes: 10 * mebibyte, needs_public_url: false },
    buttons: 'keyboard',
    remote: { edits: true, deletes: true },
  },
  vk: {
    channel: 'vk',
    credentials: ['access_token', 'owner_id', 'confirmation_code?'],
    text: { max: 10_000, max_with_cover: 10_000, unit: 'utf16', format: 'plain' },
    cover: { is_required: false, max_bytes: 50 * mebibyte, needs_public_url: false },
    buttons: 'lines',
    remote: { edits: true, deletes: true },
  },
  instagram: {
    channel: 'instagram',
    credentials: ['access_token', 'user_id'],
    text: { max: 2_200, max_with_cover: 2_200, unit: 'code_points', format: 'plain' },
    cover: { is_required: true, max_bytes: 8 * mebibyte, needs_public_url: true },
    buttons: 'lines',
    remote: { edits: false, deletes: false },
  },
  threads: {
    channel: 'threads',
    credentials: ['access_token', 'user_id'],
    text: { max: 500, max_with_cover: 500, unit: 'threads', format: 'plain' },
    cover: { is_required: false, max_bytes: 8 * mebibyte, needs_public_url: true },
    buttons: 'attachment',
    remote: { edits: false, deletes: true },
  },
  max: {
    channel: 'max',
    credentials: ['access_token', 'chat_id'],
    text: { max: 4_000, max_with_cover: 4_000, unit: 'utf16', format: 'html' },
    cover: { is_required: false, max_bytes: 50 * mebibyte, needs_public_url: false },
    buttons: 'keyboard',
    remote: { edits: true, deletes: true },
  },
};

/** The fields of the credentials of a channel. */
export const credentialFields = ({ credentials }: Facts): Pick<Channel, 'requiredFields' | 'optionalFields'> => ({
  requiredFields: credentials.filter((field) => !field.endsWith('?')),
  optionalFields: credentials.filter((field) => field.endsWith('?')).map((field) => field.slice(0, -1)),
});
