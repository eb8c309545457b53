import { isbot } from 'isbot';

/**
 * What a `User-Agent` says of its sender.
 * - `person`: a browser or an application of a person
 * - `server`: a library with which programs call, and no application of a person
 * - `robot`: a crawler, a headless browser or a monitor
 */
export type ClientKind = 'person' | 'server' | 'robot';

const version = '(?:/[\\w.+-]{0,64})?(?: \\([^)]{0,128}\\))?';
const namesOf = (names: string): RegExp => new RegExp(`(?<![\\w.-])(?:${names})${version}(?![\\w-])`, 'gi');

/** Libraries of native applications. Back ends use them too; nothing in a request tells them apart. */
const appLibraries = namesOf(
  'okhttp|ktor[- ]client|nsurlsession|alamofire|expo|react-?native|unityplayer|unitywebrequest|libcurl|cronet|volley|dart',
);

/** Libraries and tools of servers and scripts. */
const serverLibraries = namesOf(
  [
    'node-fetch|node(?:\\.js)?|undici|axios|got|superagent|needle|deno|bun',
    'python-requests|python-urllib|python-httpx|python|aiohttp|go-http-client|go-resty|reqwest|hyper|ureq|faraday|ruby|httparty|rest-client',
    'java-http-client|java|apache-httpclient|jetty|reactornetty|jakarta|guzzlehttp|symfony httpclient|php|libwww-perl|lwp|restsharp|curl|wget|postmanruntime|insomnia',
  ].join('|'),
);

/** A lone product, such as the name of an application before that of its library, is a robot for isbot. */
const isRobotBeside = (rest: string): boolean => isbot(`Mozilla/5.0 (Application) ${rest}`);

/**
 * Finds the kind of the sender of a call. isbot takes every library for a robot, so names of libraries do not count for
 * it. Its patterns and these are linear.
 * @param userAgent the header, at most 512 characters; a client without one is a person
 */
export function clientKindOf(userAgent: string): ClientKind {
  if (!isbot(userAgent)) return 'person';
  const withoutApps = userAgent.replace(appLibraries, '');
  if (withoutApps !== userAgent && !isRobotBeside(withoutApps)) return 'person';
  const withoutLibraries = withoutApps.replace(serverLibraries, '');
  return withoutLibraries !== withoutApps && !isRobotBeside(withoutLibraries) ? 'server' : 'robot';
}
