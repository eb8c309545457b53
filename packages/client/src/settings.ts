import type { Caller } from './caller.ts';
import type { Emitter } from './emitter.ts';
import { getConfig, getFeatures } from './generated/operations.ts';
import type { Operation } from './operation.ts';
import { isVisible, onVisibility } from './page-visibility.ts';
import { later } from './pause.ts';
import type { Session } from './session.ts';

type Values = Record<string, unknown>;

/** Values as they are stored, with the tag of the answer that they came in. */
interface StoredValues {
  etag: string | null;
  values: Values;
}

export interface Settings {
  feature(code: string, fallback: boolean): boolean;
  config<T>(key: string, fallback: T): T;
  load(): Promise<void>;
  /**
   * Reads what changed.
   * @throws PlatformError
   */
  refresh(): Promise<void>;
  /** Reads every minute while the page is visible. */
  watch(): void;
  /** Drops what belongs to the former person. */
  forget(): void;
  stop(): void;
}

const intervalMs = 60_000;

/** From 54 to 66 seconds: the reads of many clients spread. */
const nextRead = (): number => intervalMs * (0.9 + Math.random() * 0.2);

/** Feature flags and remote parameters: the stored ones first, and the present ones as soon as they come. */
export function createSettings(
  options: { platform?: string; appVersion?: string; fallbacks?: Values },
  { caller, session, emitter }: { caller: Caller; session: Session; emitter: Emitter },
): Settings {
  const query = { platform: options.platform, app_version: options.appVersion };
  const storedValues: Record<'features' | 'config', StoredValues | null> = { features: null, config: null };
  let stops: (() => void)[] = [];

  const read = async (topic: 'features' | 'config', operation: Operation): Promise<void> => {
    const { person, shelf } = session;
    const etag = storedValues[topic]?.etag;
    const headers: Record<string, string> = etag ? { 'if-none-match': etag } : {};
    const reply = await caller.send(operation, { query, headers });
    if (reply.status === 304 || session.person !== person) return;
    const { data } = reply.body as { data: Record<string, Values> };
    const next: StoredValues = { etag: reply.headers.get('etag'), values: data[topic] ?? {} };
    const isSame = JSON.stringify(storedValues[topic]?.values) === JSON.stringify(next.values);
    storedValues[topic] = next;
    if (!isSame) emitter.emit(topic);
    await shelf.write(topic, next);
  };
  const refresh = async (): Promise<void> => {
    await session.identify();
    const reads = [read('config', getConfig)];
    if (session.person !== 'guest') reads.push(read('features', getFeatures));
    const failed = (await Promise.allSettled(reads)).find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  };
  const stop = () => {
    for (const end of stops.splice(0)) end();
  };

  return {
    feature(code, fallback) {
      const value = storedValues.features?.values[code];
      return typeof value === 'boolean' ? value : fallback;
    },
    config<T>(key: string, fallback: T): T {
      const value = storedValues.config?.values[key] ?? options.fallbacks?.[key];
      // A value of another type would break the caller, so it counts as absent.
      return typeof value === typeof fallback && value !== null ? (value as T) : fallback;
    },
    async load() {
      const { person, shelf } = session;
      for (const topic of ['features', 'config'] as const) {
        const stored = await shelf.read<StoredValues>(topic);
        if (!stored?.values || storedValues[topic] || session.person !== person) continue;
        storedValues[topic] = stored;
        emitter.emit(topic);
      }
    },
    refresh,
    watch() {
      stop();
      const silently = () => void (isVisible() && refresh().catch(() => {}));
      let stopTimer = () => {};
      const schedule = () => {
        stopTimer = later(nextRead(), () => {
          silently();
          schedule();
        });
      };
      schedule();
      stops = [() => stopTimer(), onVisibility(silently)];
    },
    forget() {
      // Parameters of the application are the same for all; flags are of one person.
      if (storedValues.features) {
        storedValues.features = null;
        emitter.emit('features');
      }
    },
    stop,
  };
}
