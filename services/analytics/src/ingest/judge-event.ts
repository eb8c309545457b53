import { type ClientEvent, maxPropertiesBytes, maxPropertiesDepth } from '@platform/contracts';
import type { ApplicationContext } from '@platform/contracts/kit';
import { dayMs } from '@platform/runtime';
import { readClientEvent } from './read-client-event.ts';
import { type Refusal, refuse } from './refusals.ts';

/** How old an event may be when it arrives. */
export const maxAgeMs = 7 * dayMs;
/**
 * How far ahead of our clock an event may be; a device whose clock is further off is corrected where it says
 * so.
 */
export const maxAheadMs = 5 * 60_000;

/** Input of the validation of an event. */
export interface Circumstances {
  application: ApplicationContext;
  /** When the platform received it, in milliseconds. */
  received_at: number;
  /** Correction of every time of the batch, see {@link clockError}. */
  moved_by: number;
}

/** An event that can be stored. */
export interface GoodEvent {
  event: ClientEvent;
  /** In milliseconds. */
  occurred_at: number;
  /** As JSON, null without any. */
  properties: string | null;
}

/**
 * By how much the times of a batch are wrong: the difference between the clock of the device and ours, when
 * it is more than five minutes. Below that it may be the time that the request was on its way.
 * @param sent_at when the device says it sent the batch
 * @param received_at when it arrived, in milliseconds
 */
export function clockError(sent_at: string | undefined, received_at: number): number {
  if (sent_at === undefined) return 0;
  const error = received_at - Date.parse(sent_at);
  return Math.abs(error) > maxAheadMs ? error : 0;
}

/** Judges one event of a batch by itself: its fields, and what {@link judgeFields} says of them. */
export function judgeEvent(raw: unknown, around: Circumstances): GoodEvent | Refusal {
  const event = readClientEvent(raw);
  return 'predicate' in event ? refuse('validation_failed', event.path, event.predicate) : judgeFields(event, around);
}

/** Judges an event that is one by the contract: its texts, its application, its time, its properties. */
export function judgeFields(event: ClientEvent, around: Circumstances): GoodEvent | Refusal {
  for (const field of ['event', 'platform', 'app_version'] as const)
    if (event[field] !== undefined && !isStorable(event[field])) return refuse('validation_failed', field, notStorable);
  if (!belongsTo(event, around.application))
    return refuse(
      'application_mismatch',
      event.application_id === undefined ? 'application_code' : 'application_id',
      'names another application than the call',
    );
  const occurred_at =
    event.occurred_at === undefined ? around.received_at : Date.parse(event.occurred_at) + around.moved_by;
  if (occurred_at < around.received_at - maxAgeMs)
    return refuse('occurred_at_too_old', 'occurred_at', 'is more than 7 days ago: older events are not taken');
  if (occurred_at > around.received_at + maxAheadMs)
    return refuse(
      'occurred_at_in_future',
      'occurred_at',
      'is more than 5 minutes ahead: set the clock, or send `sent_at` with the batch',
    );
  const properties = writeProperties(event);
  return typeof properties === 'object' && properties !== null ? properties : { event, occurred_at, properties };
}

/** Whether what an event or a batch says of its application is what the gateway established. */
export const belongsTo = (
  batch: Pick<ClientEvent, 'application_id' | 'application_code'>,
  { id, code }: ApplicationContext,
): boolean =>
  (batch.application_id === undefined || batch.application_id.toLowerCase() === id) &&
  (batch.application_code === undefined || batch.application_code === code);

export const notStorable = 'contains a NUL character or an unpaired surrogate; remove it';
const tooDeep = `is nested more than ${maxPropertiesDepth} levels deep`;

/**
 * The properties as they are stored; the code of a site, wherever it was given, is one of them.
 * @param maxBytes bytes of JSON that they have at most
 */
export function writeProperties(
  { properties, cms_site_code }: Pick<ClientEvent, 'properties' | 'cms_site_code'>,
  maxBytes: number = maxPropertiesBytes,
): string | null | Refusal {
  if (properties === undefined && cms_site_code === undefined) return null;
  let text: string;
  try {
    text = JSON.stringify(cms_site_code === undefined ? properties : { site_code: cms_site_code, ...properties });
  } catch {
    // Deeper than the stack; nothing else can fail on parsed JSON.
    return refuse('validation_failed', 'properties', tooDeep);
  }
  if (isLonger(text, maxBytes))
    return refuse(
      'properties_too_large',
      'properties',
      `has more than ${maxBytes} bytes of JSON; send fewer or shorter ones`,
    );
  if (mayBeDeep(text) && isDeeper(properties, maxPropertiesDepth))
    return refuse('validation_failed', 'properties', tooDeep);
  // JSON writes what cannot be stored as an escape, and hardly anything else.
  if (/\\u(0000|d[89a-f])/.test(text) && !isStorable(properties))
    return refuse('validation_failed', 'properties', notStorable);
  return text;
}

/** Whether a text is longer in UTF-8; counted only where the number of its characters does not decide. */
const isLonger = (text: string, bytes: number): boolean =>
  text.length > bytes || (text.length * 3 > bytes && Buffer.byteLength(text) > bytes);

/** Whether a JSON text has so many brackets that it could be too deep. */
function mayBeDeep(json: string): boolean {
  let brackets = 0;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (character === 0x7b || character === 0x5b) brackets += 1;
  }
  return brackets > maxPropertiesDepth;
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1)));

/** Whether PostgreSQL can hold every text in a value. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, item]) => isStorable(key) && isStorable(item));
}
