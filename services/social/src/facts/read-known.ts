import type { Database, Tx } from '@platform/runtime';
import { readMemory } from '../memory/memory.ts';
import { readAnswers } from '../strategy/discovery.ts';
import { type ReadGrounds, readGrounds } from './unsupported-claims.ts';

/**
 * What posts of a brand may say beyond their sources: the facts of its memory that have not expired, and what the
 * brand says of itself. The texts are searched when they are asked for first.
 */
export async function readKnown(tx: Database | Tx, brand_id: string, now: Date): Promise<() => ReadGrounds> {
  const memory = (await readMemory(tx, brand_id, now)).filter(({ kind }) => kind === 'fact');
  const { product, offers, proofs, faq } = await readAnswers(tx, brand_id);
  const texts = [
    ...memory.map(({ text }) => text),
    ...[product, ...offers],
    ...proofs.map(({ text }) => text),
    ...faq.map(({ question, answer }) => `${question}\n${answer}`),
  ];
  const urls = [
    ...memory.flatMap(({ source_url }) => source_url ?? []),
    ...proofs.map(({ source_url }) => source_url),
    ...faq.flatMap(({ url }) => url ?? []),
  ];
  let read: ReadGrounds | null = null;
  return () => {
    read ??= readGrounds({ texts, urls });
    return read;
  };
}
