/** One API request as it was sent. */
export type JournalEntry = {
  at: string;
  method: string;
  /** Path with query, inside the mount. */
  path: string;
  /** Without `authorization` and cookies. */
  headers: Record<string, string>;
  /** Parsed JSON, or the text when it is none; `null` without a body. */
  body: unknown;
  /** Answered status; `null` while unanswered or never answered. */
  status: number | null;
};

/** Requests that the API received, for assertions. */
export type Journal = {
  add(entry: JournalEntry): JournalEntry;
  entries(): JournalEntry[];
};

const SECRET_HEADERS = new Set(['authorization', 'cookie', 'proxy-authorization']);
const MAX_ENTRIES = 2000;

/**
 * The headers that may be shown.
 * @param headers a request's headers
 */
export function publicHeaders(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  const entries: [string, string][] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !SECRET_HEADERS.has(name)) entries.push([name, [value].flat().join(', ')]);
  }
  return Object.fromEntries(entries);
}

/** Makes a journal of the newest 2000 requests. */
export function createJournal(): Journal {
  const newest: JournalEntry[] = [];
  return {
    add(entry) {
      newest.push(entry);
      if (newest.length > MAX_ENTRIES) newest.shift();
      return entry;
    },
    entries() {
      return structuredClone(newest);
    },
  };
}
