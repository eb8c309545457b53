import { cutText } from '@platform/contracts/cut-text';
import { type Completer, completeWithAi, endpointWaitsMs } from '../ai/complete-with-ai.ts';
import type { JsonSchema } from '../ai/dialects.ts';
import type { Clause } from './clauses.ts';
import type { CheckedElement } from './document-check.ts';

/** Clauses that one question is about, the heaviest first. */
const maxClauses = 10;
const maxClause = 600;
/** Characters of the document that the model sees. */
const maxText = 12_000;

/** The answer of the model: it knows clauses by their numbers. */
interface Written {
  clauses: { number: number; text: string }[];
}

/**
 * Lets the language model word clauses that a document lacks. It changes neither a status nor points, and its
 * words are only suggested; without an answer the words of the rules stay. Not to be called in a transaction.
 * @param request_id idempotency key
 * @throws AppError what {@link completeWithAi} throws
 */
export async function suggestClauses(
  app: Completer,
  clauses: readonly Clause[],
  elements: readonly CheckedElement[],
  { request_id, kind, text }: { request_id: string; kind: string; text: string },
): Promise<CheckedElement[]> {
  const lacking = elements
    .filter(({ status }) => status === 'weak' || status === 'missing')
    .flatMap((element) => clauses.find(({ code, suggested_clause }) => code === element.code && suggested_clause) ?? [])
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, maxClauses);
  if (lacking.length === 0) return [...elements];
  const { output } = await completeWithAi(app, {
    request_id,
    purpose: 'legal',
    system: 'legal_hint',
    schema: schemaOf(lacking.length),
    max_tokens: 2_000,
    hosts: [],
    waitsMs: endpointWaitsMs,
    input: {
      locale: 'ru',
      document_kind: kind,
      document_text: cutText(text, maxText),
      missing: lacking.map(({ ru, suggested_clause }, at) => ({ number: at + 1, ...ru, example: suggested_clause })),
    },
  });
  if (output === null) return [...elements];
  const words = new Map<string, string>();
  for (const { number, text: clause } of (output as Written).clauses) {
    const code = lacking[number - 1]?.code;
    if (code !== undefined && !words.has(code)) words.set(code, clause);
  }
  return elements.map((element) => ({ ...element, ai_clause: words.get(element.code) ?? null }));
}

const schemaOf = (count: number): JsonSchema => ({
  type: 'object',
  properties: {
    clauses: {
      type: 'array',
      minItems: 1,
      maxItems: maxClauses,
      items: {
        type: 'object',
        properties: {
          number: { type: 'integer', minimum: 1, maximum: count },
          text: { type: 'string', minLength: 10, maxLength: maxClause },
        },
        required: ['number', 'text'],
        additionalProperties: false,
      },
    },
  },
  required: ['clauses'],
  additionalProperties: false,
});
