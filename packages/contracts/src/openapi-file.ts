import { readFile } from 'node:fs/promises';

/**
 * The committed OpenAPI document as JSON text, with the public address of the API instead of `/`. To make the
 * document of all contracts takes a second and more; the file of it is read in milliseconds.
 * @param serverUrl public address of the API
 * @throws Error when the file has no `servers` as `make openapi` writes them
 */
export async function readOpenApi(serverUrl: string): Promise<string> {
  const written = '"url": "/"';
  const text = await readFile(new URL('../openapi.json', import.meta.url), 'utf8');
  const at = text.indexOf(written, text.indexOf('"servers": ['));
  if (at < 0) throw new Error('openapi.json names no server');
  return `${text.slice(0, at)}"url": ${JSON.stringify(serverUrl)}${text.slice(at + written.length)}`;
}
