// Runs one function of a compiled journey: node run-journey.js <journey.js> <function> <JSON of the arguments>.
// Its answer is the last line of the output. It is JavaScript, because Node 20 runs it too.
import { request } from 'node:http';

/** The `fetch` of a device without streams, like that of React Native: an answer is whole or not there. */
const wholeFetch = (url, { method = 'GET', headers = {}, body, signal } = {}) =>
  new Promise((resolve, reject) => {
    const call = request(url, { method, headers, signal }, async (answer) => {
      let text = '';
      for await (const chunk of answer.setEncoding('utf8')) text += chunk;
      const get = (key) => answer.headers[key] ?? null;
      const [ok, status] = [answer.statusCode < 300, answer.statusCode];
      resolve({ ok, status, headers: { get }, text: async () => text, json: async () => JSON.parse(text) });
    });
    call.on('error', reject).end(body);
  });
const [file, name, ...rest] = process.argv.slice(2);
const [first, ...others] = rest.map((text) => JSON.parse(text));
for (const lacking of first.without ?? []) delete globalThis[lacking];
if (!('ReadableStream' in globalThis)) Object.defineProperty(globalThis, 'fetch', { value: wholeFetch });
const { [name]: work } = await import(new URL(file, 'file:///').href);
const values = new Map(first.stored ?? []);
const storage = {
  get: (key) => values.get(key),
  set: (key, value) => values.set(key, value),
  remove: (key) => values.delete(key),
};
const answer = await work({ ...first, storage }, ...others);
process.stdout.write(`\n${JSON.stringify({ answer, stored: [...values] })}\n`);
