import {
  adminApiKeyPattern,
  codePattern,
  publicKeyPattern,
  serverKeyPrefix,
  sessionTokenPattern,
  siteKeyPattern,
  webhookTokenPattern,
} from '@platform/contracts/fields';
import { isUuid } from '@platform/runtime';

/**
 * Shapes of names and credentials of callers. A value of another shape cannot exist: it is refused without a
 * lookup, and no cache stores it.
 */

/** The code of an application or a site, or null. */
export const asCode = (text: string | undefined): string | null =>
  text !== undefined && codePattern.test(text) ? text : null;

/** An id in the spelling in which it is stored, or null. */
export const asUuid = (text: string | undefined): string | null =>
  text !== undefined && isUuid(text) ? text.toLowerCase() : null;

export const isPublicKey = (text: string): boolean => publicKeyPattern.test(text);
export const isSiteKey = (text: string): boolean => siteKeyPattern.test(text);
/** Whether a site key is one of servers, by its prefix. Its hash proves it. */
export const isServerKey = (text: string): boolean => text.startsWith(serverKeyPrefix) && siteKeyPattern.test(text);
export const isAdminApiKey = (text: string): boolean => adminApiKeyPattern.test(text);
export const isWebhookToken = (text: string): boolean => webhookTokenPattern.test(text);
export const isSessionToken = (text: string): boolean => sessionTokenPattern.test(text);
