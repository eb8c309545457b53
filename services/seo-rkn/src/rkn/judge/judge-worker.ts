import type { JudgeTask, RknJudged } from './judge-in-thread.ts';
import { judgeRkn } from './judge-rkn.ts';

/** Judges a site in a worker thread. */
export function judgeSite({ site, documents }: JudgeTask): RknJudged {
  const { sightings, outcomes, unverifiedSubjects } = judgeRkn(
    site,
    (kind, text) => documents.get(`${kind} ${text}`) ?? null,
  );
  return { sightings, outcomes, unverifiedSubjects };
}
