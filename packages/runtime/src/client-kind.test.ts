import { expect, test } from '@jest/globals';
import { clientKindOf } from './client-kind.ts';

const phone =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36';

test.each([
  ['', 'an application without a name'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'a browser'],
  [phone, 'a phone'],
  ['okhttp/4.12.0', 'React Native and Kotlin on Android'],
  ['okhttp/5.0.0-alpha.14', 'OkHttp before its release'],
  ['ktor-client', 'Ktor'],
  ['Ktor client', 'Ktor before 2'],
  ['Dart/3.4 (dart:io)', 'Flutter'],
  ['Notes/1 CFNetwork/1492.0.1 Darwin/23.3.0', 'an iPhone'],
  ['NSURLSession', 'an iPhone'],
  ['Notes/1.2 okhttp/4.12.0', 'an application with its name'],
  [`${phone} okhttp/4.9.3`, 'a web view with its library'],
  ['UnityPlayer/2022.3.1f1 (UnityWebRequest/1.0, libcurl/8.5.0-DEV)', 'a game'],
])('%s is a person: %s', (userAgent) => {
  expect(clientKindOf(userAgent)).toBe('person');
});

test.each([
  'node',
  'Node.js/22',
  'undici',
  'axios/1.7.2',
  'node-fetch/1.0 (+https://github.com/node-fetch/node-fetch)',
  'got (https://github.com/sindresorhus/got)',
  'Deno/2.1',
  'Bun/1.1.3',
  'python-requests/2.31.0',
  'Python/3.12 aiohttp/3.9.1',
  'Go-http-client/2.0',
  'Java/17.0.1',
  'GuzzleHttp/7',
  'curl/8.1.0',
])('%s is a server', (userAgent) => {
  expect(clientKindOf(userAgent)).toBe('server');
});

test.each([
  'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
  'Googlebot/2.1 (+http://www.google.com/bot.html)',
  'Googlebot/2.1 okhttp/4.12.0',
  'AhrefsBot axios/1.7.2',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/126.0 Safari/537.36',
  `${phone} HeadlessChrome/126.0 okhttp/4.9.3`,
  'Slackbot-LinkExpanding 1.0',
  'facebookexternalhit/1.1',
  'Scrapy/2.11',
  'my-crawler/1.0',
])('%s is a robot', (userAgent) => {
  expect(clientKindOf(userAgent)).toBe('robot');
});
