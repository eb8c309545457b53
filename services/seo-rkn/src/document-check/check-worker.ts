import type { CheckTask } from './checker.ts';
import { type CheckResult, checkDocument } from './document-check.ts';
import { stripMarkdown } from './strip-text.ts';

/** Checks a document in a worker thread. */
export function checkText({ clauses, kind, markdown, policy, site, is_recorded, owner }: CheckTask): CheckResult {
  const document = {
    kind,
    site,
    is_recorded,
    text: stripMarkdown(markdown),
    policy: policy === null ? null : stripMarkdown(policy),
  };
  return checkDocument(clauses, document, owner);
}
