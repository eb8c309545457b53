import { createRenderer, type Rendered } from '@platform/markdown';
import { createCachedWork, Turns } from '@platform/runtime';
import { ThreadLimitError } from '@platform/threads';

/** The renderer of legal texts for all owners. */
export interface LegalRenderer {
  /**
   * HTML of a legal text, from memory where the same text was rendered lately. Owners take turns.
   * @param ownerId the application or site that the text belongs to
   * @throws ThreadLimitError; AppError `service_unavailable` with `Retry-After` when too many texts wait
   */
  render(markdown: string, ownerId: string): Promise<string>;
  /** The same with everything that is read from the text. */
  inspect(markdown: string, ownerId: string): Promise<Rendered>;
  /** Ends the thread; texts that wait are refused. */
  close(): Promise<void>;
}

/** A published text has to be readable, so its limit is generous. */
const timeoutMs = 60_000;
const mebibyte = 1024 * 1024;

/** Makes the renderer of a process, with one thread. */
export function createLegalRenderer(): LegalRenderer {
  const renderer = createRenderer({ timeoutMs });
  const rendered = createCachedWork<Rendered>({
    turns: new Turns({
      atOnce: 1,
      waiting: 64,
      waitMs: 2 * timeoutMs,
      retryAfterSeconds: 10,
      message: 'Too many texts wait to be rendered: try again in a moment.',
      refusal: 'service_unavailable',
    }),
    maxBytes: 16 * mebibyte,
    isFinal: (error) => error instanceof ThreadLimitError,
  });
  const inspect = (markdown: string, ownerId: string) =>
    rendered.run({ key: ownerId }, markdown, () => renderer.render(markdown, { embed_providers: [] }));
  return {
    render: async (markdown, ownerId) => (await inspect(markdown, ownerId)).html,
    inspect,
    close: () => renderer.close(),
  };
}
