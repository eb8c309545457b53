import { type Database, findRow } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import { legal_documents } from '../schema.ts';
import type { DocumentRow } from './legal-document.ts';
import type { LegalOwner } from './legal-owner.ts';

/** The slot of an owner. */
export interface LegalSlot extends LegalOwner {
  kind: string;
}

/** Documents of an owner, as a condition. */
export const isOwnedBy = ({ owner_type, owner_id }: LegalOwner) =>
  and(eq(legal_documents.owner_type, owner_type), eq(legal_documents.owner_id, owner_id));

/** The document in a slot, as a condition. */
export const isInSlot = (slot: LegalSlot) => and(isOwnedBy(slot), eq(legal_documents.doc_kind, slot.kind));

/** The document in a slot, draft or published, or undefined. */
export async function findDocument(db: Pick<Database, 'select'>, slot: LegalSlot): Promise<DocumentRow | undefined> {
  const row = await findRow(db, legal_documents, isInSlot(slot));
  return row;
}
