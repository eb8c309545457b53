import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../http/body.ts';

/** What a channel remembers: one map for each kind of object. */
export interface ChannelStore<K extends Record<string, unknown>> {
  get<N extends keyof K & string>(kind: N, id: string): K[N] | undefined;
  /** Objects of a kind in the order they were made. */
  all<N extends keyof K & string>(kind: N): IterableIterator<K[N]>;
  /** Writes an object, which replaces the one with its id. It survives a kill of the process. */
  put<N extends keyof K & string>(kind: N, id: string, value: K[N]): void;
  remove(kind: keyof K & string, id: string): void;
  close(): void;
}

type Line = [kind: string, id: string, value: unknown];

/**
 * Opens the store of a channel.
 * @param name the file's name without its ending
 * @param dataDir folder of the file, made when missing; `undefined` holds everything in memory
 * @returns the store; a half-written last line, which a kill in mid-write leaves, is dropped
 */
export function openChannelStore<K extends Record<string, unknown>>(
  name: string,
  dataDir: string | undefined,
): ChannelStore<K> {
  const kinds = new Map<string, Map<string, unknown>>();
  const mapOf = (kind: string): Map<string, unknown> => {
    const map = kinds.get(kind) ?? new Map<string, unknown>();
    kinds.set(kind, map);
    return map;
  };
  // A removed object is a line whose value is null.
  const apply = ([kind, id, value]: Line): unknown =>
    value === null ? mapOf(kind).delete(id) : mapOf(kind).set(id, value);

  let file: number | null = null;
  if (dataDir !== undefined) {
    mkdirSync(dataDir, { recursive: true });
    const path = join(dataDir, `${name}.jsonl`);
    if (existsSync(path)) {
      const lines = readFileSync(path, 'utf8').split('\n');
      // The text after the last newline is empty, or truncated by a kill.
      lines.pop();
      for (const line of lines) {
        const read = parseJson(line);
        if (!Array.isArray(read))
          throw new Error(`${path} has a line that is not JSON; delete the file to start afresh`);
        apply(read as Line);
      }
    }
    // The file is rewritten at every start, so it grows with one run only.
    const storedLines = [...kinds].flatMap(([kind, map]) =>
      [...map].map(([id, value]) => JSON.stringify([kind, id, value])),
    );
    writeFileSync(`${path}.new`, storedLines.map((line) => `${line}\n`).join(''), { mode: 0o600 });
    renameSync(`${path}.new`, path);
    file = openSync(path, 'a', 0o600);
  }

  const write = (line: Line): void => {
    if (file !== null) writeSync(file, `${JSON.stringify(line)}\n`);
    apply(line);
  };
  return {
    get: (kind, id) => kinds.get(kind)?.get(id) as K[typeof kind] | undefined,
    all: (kind) => mapOf(kind).values() as IterableIterator<K[typeof kind]>,
    put: (kind, id, value) => write([kind, id, value]),
    remove: (kind, id) => write([kind, id, null]),
    close() {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}
