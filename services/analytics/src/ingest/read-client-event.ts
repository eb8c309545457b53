import { ClientEvent } from '@platform/contracts';
import { firstIssue } from '@platform/contracts/faults';
import { oneLinePattern, toOneLine, toUtc } from '@platform/contracts/fields';
import { z } from 'zod';

/** The first fault of an event. */
export interface WrongEvent {
  path: string;
  /** A sentence without its subject, the field. */
  predicate: string;
}

const uuid = z.regexes.uuid();
const time = z.regexes.datetime({});
const code = /^[a-z][a-z0-9_-]{0,62}$/;

/**
 * Reads one event of a batch. A fast path accepts most valid events without the schema, which is slower: a
 * batch has up to 500 events. The schema decides about every other event.
 * @returns the event, without fields that the contract does not name, or its first fault
 */
export function readClientEvent(raw: unknown): ClientEvent | WrongEvent {
  const recognised = recogniseClientEvent(raw);
  if (recognised) return recognised;
  const parsed = ClientEvent.safeParse(raw);
  return parsed.success ? parsed.data : firstIssue(parsed.error);
}

/**
 * The fast path: the event as the schema would parse it, or null when only the schema can decide. A test
 * compares the two.
 */
export function recogniseClientEvent(raw: unknown): ClientEvent | null {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return null;
  const input = raw as Record<string, unknown>;
  const event = trimmed(input.event, 100);
  if (event === null) return null;
  const clientEvent: ClientEvent = { event };
  if (input.event_id !== undefined) {
    if (typeof input.event_id !== 'string' || !uuid.test(input.event_id)) return null;
    clientEvent.event_id = input.event_id;
  }
  if (input.occurred_at !== undefined) {
    if (typeof input.occurred_at !== 'string') return null;
    const occurredAt = time.test(input.occurred_at) ? input.occurred_at : toUtc(input.occurred_at);
    if (!time.test(occurredAt) || !(Date.parse(occurredAt) >= 0)) return null;
    clientEvent.occurred_at = occurredAt;
  }
  if (input.platform !== undefined) {
    const platform = trimmed(input.platform, 32);
    if (platform === null) return null;
    clientEvent.platform = platform;
  }
  if (input.app_version !== undefined) {
    const version = trimmed(input.app_version, 64);
    if (version === null) return null;
    clientEvent.app_version = version;
  }
  if (input.installation_id !== undefined) {
    if (typeof input.installation_id !== 'string' || !uuid.test(input.installation_id)) return null;
    clientEvent.installation_id = input.installation_id;
  }
  if (input.properties !== undefined) {
    if (!isRecord(input.properties)) return null;
    clientEvent.properties = input.properties;
  }
  if (input.application_id !== undefined) {
    if (typeof input.application_id !== 'string' || !uuid.test(input.application_id)) return null;
    clientEvent.application_id = input.application_id;
  }
  if (input.application_code !== undefined) {
    if (typeof input.application_code !== 'string' || !code.test(input.application_code)) return null;
    clientEvent.application_code = input.application_code;
  }
  if (input.cms_site_code !== undefined) {
    if (typeof input.cms_site_code !== 'string' || !code.test(input.cms_site_code)) return null;
    clientEvent.cms_site_code = input.cms_site_code;
  }
  return clientEvent;
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
