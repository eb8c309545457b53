import type { SocialChannel } from '@platform/contracts';
import { channelFacts } from '../channels/channel-facts.ts';
import { countTags, countText, urlsOf } from './count-text.ts';
import { mapUrls, parsePost, type Run, toHtml, toPlain, toVisibleText } from './markup.ts';
import type { PlannedRequest } from './planned-request.ts';
import { type LinkTags, tagLink } from './tag-links.ts';

/** What is posted. */
export interface Post {
  /** Id of the variant: the idempotency key at VK. */
  id: string;
  channel: SocialChannel;
  body: string;
  buttons: readonly { text: string; url: string }[];
  cover: { /** Public address of the image of this channel. */ url: string; alt: string } | null;
  is_ad: boolean;
  erid: string | null;
  advertiser: { name: string; inn: string } | null;
  tags: Omit<LinkTags, 'channel' | 'erid'>;
  /** Id of the destination at the channel, as far as it is known. */
  destination_id: string;
  /** The credentials may upload images. */
  uploadsPhotos: boolean;
  /** Whether the network reaches the addresses of this platform. */
  isPublic: boolean;
}

/** A finding about a post. An `error` prevents that it is submitted. */
export interface Check {
  code: string;
  level: 'error' | 'warning';
  message: string;
}

export interface ComposedPost {
  requests: PlannedRequest[];
  /** The text as its readers see it. */
  text: string;
  length: { value: number; max: number; unit: 'code_points' | 'utf16' | 'threads' };
  /** What the channel shows in another way than other channels do. */
  degraded: string[];
  checks: Check[];
}

const maxCaption = 1_024;
const maxEntities = 100;
const maxHashtags = 30;
const manyHashtags = 5;
const maxMentions = 20;
const maxThreadsLinks = 5;

const error = (code: string, message: string): Check => ({ code, level: 'error', message });
const warning = (code: string, message: string): Check => ({ code, level: 'warning', message });

/**
 * Composes a post for its channel: the text with all additions, the requests that publish it, and its faults.
 * The preview and the sender use this one function.
 */
export function composePost(post: Post): ComposedPost {
  const { channel, cover } = post;
  const facts = channelFacts[channel];
  const tags: LinkTags = { ...post.tags, channel, erid: post.is_ad ? post.erid : null };
  const tag = (url: string) => tagLink(url, tags);
  const buttons = post.buttons.map(({ text, url }) => ({ text, url: tag(url) }));
  const attached = facts.buttons === 'attachment' && cover === null ? buttons.slice(0, 1) : [];
  const lines = facts.buttons === 'keyboard' ? [] : buttons.slice(attached.length);
  const runs = [...markRuns(post), ...mapUrls(parsePost(post.body), tag), ...lineRuns(lines, post.body)];

  const isHtml = facts.text.format === 'html';
  const text = (isHtml ? toVisibleText(runs) : toPlain(runs)).trim();
  const { html, entities } = toHtml(runs);
  const value = countText(text, facts.text.unit);
  const max = cover === null ? facts.text.max : facts.text.max_with_cover;
  const checks: Check[] = [...coverChecks(post), ...textChecks(post, text, attached)];
  if (value > max) checks.push(error('too_long', `${value} of ${max}`));
  if (isHtml && entities > maxEntities) checks.push(error('too_many_formats', `${entities} of ${maxEntities}`));
  if (channel === 'instagram' && lines.length > 0)
    checks.push(warning('links_not_clickable', 'Instagram shows addresses as text.'));

  const wire = isHtml ? html.trim() : text;
  const isPreviewed = channel === 'telegram' && cover !== null && value > maxCaption;
  const requests = planners[channel]({ post, text: wire, buttons, attached, isPreviewed });
  return {
    requests,
    text,
    length: { value, max, unit: facts.text.unit },
    checks,
    degraded: [
      ...(isPreviewed ? ['cover_as_link_preview'] : []),
      ...(lines.length > 0 ? ['buttons_as_lines'] : []),
      ...(!isHtml && runs.some(({ marks }) => marks.length > 0) ? ['formats_lost'] : []),
    ],
  };
}

/** The mark of an advertisement, in front (38-FZ art. 18.1). */
const markRuns = ({ is_ad, erid, advertiser }: Post): Run[] =>
  is_ad && erid !== null && advertiser !== null
    ? [{ text: `Реклама. ${advertiser.name}, ИНН ${advertiser.inn}. erid: ${erid}\n\n`, marks: [] }]
    : [];

const lineRuns = (lines: readonly { text: string; url: string }[], body: string): Run[] =>
  lines.length === 0
    ? []
    : [
        {
          text: `${body.trim() === '' ? '' : '\n\n'}${lines.map(({ text, url }) => `${text}: ${url}`).join('\n')}`,
          marks: [],
        },
      ];

function coverChecks({ channel, cover, uploadsPhotos, isPublic, body }: Post): Check[] {
  const { is_required, needs_public_url } = channelFacts[channel].cover;
  if (cover === null) return is_required ? [error('cover_missing', 'This channel needs an image for each post.')] : [];
  const isFetched = needs_public_url || (channel === 'telegram' && countText(body, 'code_points') > maxCaption);
  if (isFetched && !isPublic)
    return [error('media_url_not_public', 'The channel fetches the image, but cannot reach this platform.')];
  if (!uploadsPhotos) return [error('photos_not_allowed', 'The credentials of the account may not upload images.')];
  return [];
}

function textChecks({ channel, buttons }: Post, text: string, attached: readonly { url: string }[]): Check[] {
  const checks: Check[] = [];
  if (text === '' && channel !== 'instagram') checks.push(error('text_missing', 'There is no text.'));
  if (channel === 'instagram') {
    const { hashtags, mentions } = countTags(text);
    if (hashtags > maxHashtags) checks.push(error('too_many_hashtags', `${hashtags} of ${maxHashtags}`));
    else if (hashtags > manyHashtags) checks.push(warning('many_hashtags', `${hashtags}: fewer are read more`));
    if (mentions > maxMentions) checks.push(error('too_many_mentions', `${mentions} of ${maxMentions}`));
  }
  if (channel === 'threads') {
    const links = new Set([...urlsOf(text), ...attached.map(({ url }) => url)]).size;
    if (links > maxThreadsLinks) checks.push(error('too_many_links', `${links} of ${maxThreadsLinks}`));
  }
  if (buttons.some(({ url }) => URL.parse(url) === null))
    checks.push(error('button_url_invalid', 'A button leads nowhere.'));
  return checks;
}

interface Plan {
  post: Post;
  /** Text as it is sent: HTML where the channel takes it. */
  text: string;
  buttons: readonly { text: string; url: string }[];
  attached: readonly { text: string; url: string }[];
  isPreviewed: boolean;
}

const publish = (path: string, body: Record<string, unknown>): PlannedRequest => ({
  step: 'publish',
  method: 'POST',
  path,
  body,
});

/** The requests of each channel (documents of the channels: see `channel-facts.ts`). */
const planners: Record<SocialChannel, (plan: Plan) => PlannedRequest[]> = {
  telegram({ post, text, buttons, isPreviewed }) {
    const keyboard =
      buttons.length === 0 ? {} : { reply_markup: { inline_keyboard: buttons.map((button) => [button]) } };
    const common = { chat_id: post.destination_id, parse_mode: 'HTML', ...keyboard };
    if (post.cover === null || isPreviewed) {
      const preview = isPreviewed
        ? { url: post.cover?.url, prefer_large_media: true, show_above_text: true }
        : { is_disabled: true };
      return [publish('/bot{token}/sendMessage', { ...common, text, link_preview_options: preview })];
    }
    return [publish('/bot{token}/sendPhoto', { ...common, caption: text, photo: '{image}' })];
  },
  vk({ post, text }) {
    const group_id = post.destination_id.replace(/^-/, '');
    const upload = (path: string, body: Record<string, unknown>): PlannedRequest => ({
      step: 'upload',
      method: 'POST',
      path,
      body,
    });
    const uploads =
      post.cover === null
        ? []
        : [
            upload('/method/photos.getWallUploadServer', { group_id }),
            upload('{upload_url}', { photo: '{image}' }),
            upload('/method/photos.saveWallPhoto', { group_id, server: '{server}', photo: '{photo}', hash: '{hash}' }),
          ];
    const body = {
      owner_id: post.destination_id,
      from_group: 1,
      message: text,
      guid: post.id,
      ...(post.cover === null ? {} : { attachments: '{attachment}' }),
      ...(post.is_ad ? { mark_as_ads: 1 } : {}),
    };
    return [...uploads, publish('/method/wall.post', body)];
  },
  max({ post, text, buttons }) {
    const uploads: PlannedRequest[] =
      post.cover === null
        ? []
        : [
            { step: 'upload', method: 'POST', path: '/uploads?type=image', body: {} },
            { step: 'upload', method: 'POST', path: '{upload_url}', body: { data: '{image}' } },
          ];
    const image = post.cover === null ? [] : [{ type: 'image', payload: { photos: '{photos}' } }];
    const rows = buttons.map((button) => [{ type: 'link', ...button }]);
    const keyboard = rows.length === 0 ? [] : [{ type: 'inline_keyboard', payload: { buttons: rows } }];
    const attachments = [...image, ...keyboard];
    const body = { text, format: 'html', ...(attachments.length === 0 ? {} : { attachments }) };
    return [...uploads, publish(`/messages?chat_id=${encodeURIComponent(post.destination_id)}`, body)];
  },
  instagram({ post, text }) {
    const alt = post.cover?.alt ? { alt_text: post.cover.alt } : {};
    const body = { image_url: post.cover?.url ?? '', caption: text, ...alt };
    return [
      { step: 'container', method: 'POST', path: `/v21.0/${post.destination_id}/media`, body },
      publish(`/v21.0/${post.destination_id}/media_publish`, { creation_id: '{container}' }),
    ];
  },
  threads({ post, text, attached }) {
    const link = attached[0] ? { link_attachment: attached[0].url } : {};
    const alt = post.cover?.alt ? { alt_text: post.cover.alt } : {};
    const media =
      post.cover === null
        ? { media_type: 'TEXT', ...link }
        : { media_type: 'IMAGE', image_url: post.cover.url, ...alt };
    return [
      { step: 'container', method: 'POST', path: `/v1.0/${post.destination_id}/threads`, body: { ...media, text } },
      publish(`/v1.0/${post.destination_id}/threads_publish`, { creation_id: '{container}' }),
    ];
  },
};
