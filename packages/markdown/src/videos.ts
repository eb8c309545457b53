/** Video providers whose players may be shown in a text. */
export const embedProviders = ['rutube', 'vk_video', 'youtube'] as const;
export type EmbedProvider = (typeof embedProviders)[number];

interface Provider {
  title: string;
  /** Hosts of the pages that people copy addresses from. */
  hosts: readonly string[];
  /** Address of the player of the video that the page shows, or null. */
  playerOf(page: URL): string | null;
  /** Addresses of players, complete. */
  player: RegExp;
}

const rutubePage = /^\/(?:video|video\/private|shorts|play\/embed)\/([0-9a-f]{32})\/?$/;
/** The key that opens a private video. */
const rutubeKey = /^[\w-]{1,64}$/;
const vkPage = /^\/(?:playlist\/-?\d{1,20}_-?\d{1,20}\/)?(?:video|clip)(-?\d{1,20})_(\d{1,20})$/;
const youtubePage = /^\/(?:shorts|live|embed)\/([\w-]{11})$/;
const youtubeId = /^[\w-]{11}$/;

/** Seconds that a start such as `43`, `43s` or `1h2m3s` means; 0 for another text. */
function secondsOf(start: string): number {
  const [, hours, minutes, seconds] = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,5})s?)?$/.exec(start) ?? [];
  return Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
}

const providers: Record<EmbedProvider, Provider> = {
  rutube: {
    title: 'Rutube',
    hosts: ['rutube.ru', 'www.rutube.ru', 'm.rutube.ru'],
    playerOf: (page) => {
      const id = rutubePage.exec(page.pathname)?.[1];
      const key = page.searchParams.get('p') ?? '';
      return id ? `https://rutube.ru/play/embed/${id}${rutubeKey.test(key) ? `/?p=${key}` : ''}` : null;
    },
    player: /^https:\/\/rutube\.ru\/play\/embed\/[0-9a-f]{32}(?:\/\?p=[\w-]{1,64})?$/,
  },
  vk_video: {
    title: 'VK Video',
    hosts: ['vkvideo.ru', 'www.vkvideo.ru', 'vk.com', 'www.vk.com', 'm.vk.com', 'vk.ru'],
    playerOf: (page) => {
      const [, owner, id] = vkPage.exec(page.pathname) ?? [];
      return owner && id ? `https://vkvideo.ru/video_ext.php?oid=${owner}&id=${id}` : null;
    },
    player: /^https:\/\/vkvideo\.ru\/video_ext\.php\?oid=-?\d{1,20}&id=\d{1,20}$/,
  },
  youtube: {
    title: 'YouTube',
    hosts: ['youtube.com', 'www.youtube.com', 'm.youtube.com', 'youtu.be'],
    playerOf: (page) => {
      const short = page.hostname === 'youtu.be' ? page.pathname.slice(1) : undefined;
      const watched = page.pathname === '/watch' ? page.searchParams.get('v') : youtubePage.exec(page.pathname)?.[1];
      const id = short ?? watched ?? '';
      const start = secondsOf(page.searchParams.get('t') ?? page.searchParams.get('start') ?? '');
      const query = start === 0 ? '' : `?start=${start}`;
      return youtubeId.test(id) ? `https://www.youtube-nocookie.com/embed/${id}${query}` : null;
    },
    player: /^https:\/\/www\.youtube-nocookie\.com\/embed\/[\w-]{11}(?:\?start=\d{1,6})?$/,
  },
};

/**
 * Player of the video that an address shows.
 * @returns its provider and its address, or null when the address is not a video of an allowed provider
 */
export function playerOfPage(
  address: string,
  allowed: readonly EmbedProvider[],
): { provider: EmbedProvider; src: string } | null {
  if (!/^https?:\/\/\S+$/i.test(address) || !URL.canParse(address)) return null;
  const page = new URL(address);
  for (const provider of allowed) {
    const src = providers[provider].hosts.includes(page.host) ? providers[provider].playerOf(page) : null;
    if (src) return { provider, src };
  }
  return null;
}

/**
 * All attributes of the frame of a player. Scripts and the origin are those of the provider, so the sandbox
 * keeps windows, forms, downloads and navigation of the page away from it. YouTube plays for no page that
 * hides its origin.
 * @returns null when the address is not the one of a player of an allowed provider
 */
export function frameAttributes(src: string, allowed: readonly EmbedProvider[]): Record<string, string> | null {
  const provider = allowed.find((name) => providers[name].player.test(src));
  return provider
    ? {
        src,
        title: providers[provider].title,
        width: '640',
        height: '360',
        loading: 'lazy',
        sandbox: 'allow-scripts allow-same-origin allow-presentation',
        allow: 'fullscreen; picture-in-picture',
        referrerpolicy: 'strict-origin-when-cross-origin',
      }
    : null;
}
