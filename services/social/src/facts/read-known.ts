import type { Database, Tx } from '@platform/runtime';
import { readMemory } from '../memory/memory.ts';
import { readAnswers } from '../strategy/discovery.ts';
import { type ReadGrounds, readGrounds } from './unsupported-assertions.ts';

/**
 * Facts that posts of a brand may state beyond their sources: unexpired facts of its memory, and its answers
 * in the discovery. The texts are searched at the first use.
 */
export async function readKnown(tx: Database | Tx, brand_id: string, now: Date): Promise<() => ReadGrounds> {
  const memory = (await readMemory(tx, brand_id, now)).filter(({ kind }) => kind === 'fact');
  const { product, offers, proofs, faq } = await readAnswers(tx, brand_id);
  const texts = [
    ...memory.map(({ text }) => text),
    product,
    ...offers,
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
