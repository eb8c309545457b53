import { expect, test } from '@jest/globals';
import { holdsKey } from './indexnow-key.ts';

const key = '0123456789abcdef0123456789abcdef';
const origin = 'https://notes.example.com';
const answer = { status: 200, final_url: `${origin}/${key}.txt`, body: Buffer.from(`${key}\n`) };

test.each([
  ['the key, with blanks around it', {}, true],
  ['the key at another address of the host', { final_url: `${origin}/files/key.txt` }, true],
  ['the key at another host', { final_url: `https://other.example.com/${key}.txt` }, false],
  ['the key at the www twin', { final_url: `https://www.notes.example.com/${key}.txt` }, false],
  ['another status', { status: 404 }, false],
  ['another key', { body: Buffer.from(key.toUpperCase()) }, false],
  ['more than the key', { body: Buffer.from(`<html>${key}</html>`) }, false],
  ['no body', { body: null }, false],
])('an answer with %s proves a host: %#', (_, changes, isProof) => {
  expect(holdsKey({ ...answer, ...changes }, origin, key)).toBe(isProof);
});
