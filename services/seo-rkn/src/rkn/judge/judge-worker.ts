import type { DocumentFaults } from './document-rules.ts';
import { judgeRkn } from './judge-rkn.ts';
import type { RknSite } from './rkn-site.ts';
import type { RknVerdicts } from './verdicts.ts';

/** What the thread gets. */
export interface JudgeTask {
  site: RknSite;
  /** Faults of documents by their kind and text, as `kind text`; null for a text that took too long to read. */
  documents: ReadonlyMap<string, DocumentFaults | null>;
}

/** What rules said, without the functions that collected it. */
export type RknJudged = Pick<RknVerdicts, 'sightings' | 'outcomes' | 'unverifiedSubjects'>;

/** Judges a site in a worker thread. */
export function judgeSite({ site, documents }: JudgeTask): RknJudged {
  const { sightings, outcomes, unverifiedSubjects } = judgeRkn(
    site,
    (kind, text) => documents.get(`${kind} ${text}`) ?? null,
  );
  return { sightings, outcomes, unverifiedSubjects };
}
