import { v7 } from 'uuid';

/** A new UUIDv7 (RFC 9562): unique, and ordered by creation, so that it also serves as the paging key. */
export const newId = (): string => v7();
