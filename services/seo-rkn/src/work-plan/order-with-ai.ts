import type { RuleLocale } from '@platform/contracts';
import { type Completer, completeWithAi, endpointWaitsMs } from '../ai/complete-with-ai.ts';
import type { JsonSchema } from '../ai/dialects.ts';
import { hostsOf } from '../ai/own-hosts.ts';
import { toTask } from '../issues/list-tasks.ts';
import type { TaskRow } from '../issues/read-tasks.ts';
import { daysOf, type OrderedTask } from './plan-work.ts';

/** Tasks that the model sees, the best first. */
const maxTasks = 40;
const maxWhy = 500;

/** The answer of the model: it knows tasks by their numbers. */
interface Written {
  tasks: { number: number; why: string }[];
}

/**
 * Lets the language model order tasks and give a reason for each. It decides nothing else: gain, effort and
 * owner of a task stay as they are, and tasks that it does not name follow in their order. Not to be called
 * in a transaction.
 * @param tasks in the order of the rules
 * @returns null where the model gives no usable order
 * @throws AppError what {@link completeWithAi} throws
 */
export async function orderWithAi(
  app: Completer,
  tasks: readonly TaskRow[],
  {
    request_id,
    locale,
    website_url,
    weeks,
  }: { request_id: string; locale: RuleLocale; website_url: string | null; weeks: number },
): Promise<OrderedTask[] | null> {
  if (tasks.length === 0) return null;
  const shownTasks = tasks.slice(0, maxTasks);
  const { output } = await completeWithAi(app, {
    request_id,
    purpose: 'seo',
    system: 'seo_plan',
    schema: schemaOf(shownTasks.length),
    max_tokens: 2_000,
    hosts: hostsOf(website_url),
    waitsMs: endpointWaitsMs,
    input: { locale, weeks, tasks: shownTasks.map((task, at) => toInput(task, at, locale)) },
  });
  return output === null ? null : applyOrder(tasks, output as Written);
}

function toInput(row: TaskRow, at: number, locale: RuleLocale) {
  const { title, severity, owner, pages, effort, gain } = toTask(row, locale);
  return { number: at + 1, title, severity, owner, pages, effort, gain, days: daysOf(row) };
}

const schemaOf = (tasks: number): JsonSchema => ({
  type: 'object',
  properties: {
    tasks: {
      type: 'array',
      minItems: 1,
      maxItems: maxTasks,
      items: {
        type: 'object',
        properties: {
          number: { type: 'integer', minimum: 1, maximum: tasks },
          why: { type: 'string', minLength: 1, maxLength: maxWhy },
        },
        required: ['number', 'why'],
        additionalProperties: false,
      },
    },
  },
  required: ['tasks'],
  additionalProperties: false,
});

/** Tasks in the order of the model, each once, and behind them those that it does not name. */
export function applyOrder(tasks: readonly TaskRow[], { tasks: namedTasks }: Written): OrderedTask[] {
  const unnamed = new Set(tasks.keys());
  const first = namedTasks.flatMap(({ number, why }) => {
    const task = tasks[number - 1];
    return task !== undefined && unnamed.delete(number - 1) ? [{ ...task, why }] : [];
  });
  return [...first, ...tasks.filter((_, at) => unnamed.has(at))];
}
