import { ClientEvent } from '@platform/contracts';
import { oneLinePattern, toOneLine } from '@platform/contracts/fields';
import { z } from 'zod';

/** The fault of an event, as the contract names it. */
export interface WrongEvent {
  path: string;
  message: string;
}

const uuid = z.regexes.uuid();
const time = z.regexes.datetime({});
const code = /^[a-z][a-z0-9_-]{0,62}$/;

/**
 * Reads one event of a batch. A fast path accepts most valid events without the schema, which is slower: a
 * batch has up to 500 events. The schema decides about every other event.
 * @returns the event, without fields that the contract does not name, or all its faults
 */
export function readClientEvent(raw: unknown): ClientEvent | WrongEvent[] {
  const recognised = recogniseClientEvent(raw);
  if (recognised) return recognised;
  const parsed = ClientEvent.safeParse(raw);
  if (parsed.success) return parsed.data;
  return parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
}

/**
 * The fast path: the event as the schema would parse it, or null when only the schema can decide. A test
 * compares the two.
 */
export function recogniseClientEvent(raw: unknown): ClientEvent | null {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return null;
  const given = raw as Record<string, unknown>;
  const event = trimmed(given.event, 100);
  if (event === null) return null;
  const read: ClientEvent = { event };
  if (given.event_id !== undefined) {
    if (typeof given.event_id !== 'string' || !uuid.test(given.event_id)) return null;
    read.event_id = given.event_id;
  }
  if (given.occurred_at !== undefined) {
    if (typeof given.occurred_at !== 'string' || !time.test(given.occurred_at)) return null;
    if (!(Date.parse(given.occurred_at) >= 0)) return null;
    read.occurred_at = given.occurred_at;
  }
  if (given.platform !== undefined) {
    const platform = trimmed(given.platform, 32);
    if (platform === null) return null;
    read.platform = platform;
  }
  if (given.app_version !== undefined) {
    const version = trimmed(given.app_version, 64);
    if (version === null) return null;
    read.app_version = version;
  }
  if (given.installation_id !== undefined) {
    if (typeof given.installation_id !== 'string' || !uuid.test(given.installation_id)) return null;
    read.installation_id = given.installation_id;
  }
  if (given.properties !== undefined) {
    if (!isRecord(given.properties)) return null;
    read.properties = given.properties;
  }
  if (given.application_id !== undefined) {
    if (typeof given.application_id !== 'string' || !uuid.test(given.application_id)) return null;
    read.application_id = given.application_id;
  }
  if (given.application_code !== undefined) {
    if (typeof given.application_code !== 'string' || !code.test(given.application_code)) return null;
    read.application_code = given.application_code;
  }
  if (given.cms_site_code !== undefined) {
    if (typeof given.cms_site_code !== 'string' || !code.test(given.cms_site_code)) return null;
    read.cms_site_code = given.cms_site_code;
  }
  return read;
}

function trimmed(value: unknown, max: number): string | null {
  if (typeof value !== 'string') return null;
  const text = (oneLinePattern.test(value) ? value : toOneLine(value)).trim();
  return text.length >= 1 && text.length <= max ? text : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  // The schema drops a key with this name.
  return !Object.hasOwn(value, '__proto__');
}
