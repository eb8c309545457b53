import { isbot } from 'isbot';

/**
 * What a `User-Agent` says of its sender.
 * - `person`: a browser or an application of a person
 * - `server`: a library with which programs call, and no application of a person
 * - `robot`: a crawler, a headless browser or a monitor
 */
export type ClientKind = 'person' | 'server' | 'robot';

const namesOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Libraries of native applications. Back ends use them too; nothing in a request tells them apart. */
const appLibraries = namesOf(
  'okhttp ktor ktor-client nsurlsession alamofire expo react-native reactnative unityplayer unitywebrequest libcurl cronet volley dart',
);

/** Libraries and tools of servers and scripts. */
const serverLibraries = namesOf(
  [
    'node node.js node-fetch undici axios got superagent needle deno bun',
    'python python-requests python-urllib python-httpx aiohttp go-http-client go-resty reqwest hyper ureq',
    'faraday ruby httparty rest-client java java-http-client apache-httpclient httpclient jetty reactornetty jakarta',
    'guzzlehttp symfony php libwww-perl lwp restsharp curl wget postmanruntime insomnia',
  ].join(' '),
);

/**
 * The words of a user agent without products of these names.
 * @returns null without such a product
 */
function wordsBeside(words: readonly string[], names: ReadonlySet<string>): string[] | null {
  const others = words.filter((word) => !names.has((word.split('/', 1)[0] ?? '').toLowerCase()));
  // Libraries name their own repository in a comment.
  return others.length === words.length ? null : others.filter((word) => !/^\+?https:\/\/github\.com\//.test(word));
}

/** A lone product, such as the name of an application before that of its library, is a robot for isbot. */
const isRobotBeside = (words: readonly string[]): boolean => isbot(`Mozilla/5.0 (Application) ${words.join(' ')}`);

/**
 * Finds the kind of the sender of a call. isbot takes every library for a robot, so names of libraries do not count for
 * it.
 * @param userAgent the header, at most 512 characters; a client without one is a person
 */
export function clientKindOf(userAgent: string): ClientKind {
  if (!isbot(userAgent)) return 'person';
  const words = userAgent.split(/[ (),;]/).filter((word) => word !== '');
  const withoutApps = wordsBeside(words, appLibraries);
  if (withoutApps && !isRobotBeside(withoutApps)) return 'person';
  const withoutLibraries = wordsBeside(withoutApps ?? words, serverLibraries);
  return withoutLibraries && !isRobotBeside(withoutLibraries) ? 'server' : 'robot';
}
