import type { Caller, Reply } from './caller.ts';
import type { Emitter } from './emitter.ts';
import { evaluateFlags, getConfig, getFeatures } from './generated/operations.ts';
import type { OfrepBulk } from './generated/schemas.ts';
import type { Operation } from './operation.ts';
import { isVisible, onVisibility } from './page-visibility.ts';
import { later } from './pause.ts';
import { isPlatformError } from './platform-error.ts';
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

/** Sends a read with these headers. */
type Send = (headers: Record<string, string>) => Promise<Reply>;

/** The flags in an evaluation, which has the remote parameters, too. */
const flagsOf = ({ flags }: OfrepBulk): Values =>
  Object.fromEntries(flags.filter(({ metadata }) => metadata.kind !== 'config').map(({ key, value }) => [key, value]));

const intervalMs = 60_000;

/** From 54 to 66 seconds: the reads of many clients spread. */
const nextRead = (): number => intervalMs * (0.9 + Math.random() * 0.2);

/** The read of flags by the public key alone: also where there is a token, whose user is not registered yet. */
const evaluateByKey: Operation = { ...(evaluateFlags as Operation), auth: 'key' };

/** Feature flags and remote parameters: the stored ones first, and the present ones as soon as they come. */
export function createSettings(
  options: {
    platform?: string;
    appVersion?: string;
    fallbacks?: Values;
    /** Id of this installation, by which a guest is in a percentage. */
    installationId: () => Promise<string>;
  },
  { caller, session, emitter }: { caller: Caller; session: Session; emitter: Emitter },
): Settings {
  const query = { platform: options.platform, app_version: options.appVersion };
  const storedValues: Record<'features' | 'config', StoredValues | null> = { features: null, config: null };
  let stops: (() => void)[] = [];

  const read = async (topic: 'features' | 'config', send: Send, valuesOf: (body: never) => Values): Promise<void> => {
    const { person, shelf } = session;
    const etag = storedValues[topic]?.etag;
    const reply = await send(etag ? { 'if-none-match': etag } : {});
    if (reply.status === 304 || session.person !== person) return;
    const next: StoredValues = { etag: reply.headers.get('etag'), values: valuesOf(reply.body as never) };
    const isSame = JSON.stringify(storedValues[topic]?.values) === JSON.stringify(next.values);
    storedValues[topic] = next;
    if (!isSame) emitter.emit(topic);
    await shelf.write(topic, next);
  };
  const readFeatures = async (): Promise<void> => {
    if (session.person !== 'guest')
      try {
        return await read(
          'features',
          (headers) => caller.send(getFeatures, { query, headers }),
          ({ data }: { data: { features?: Values } }) => data.features ?? {},
        );
      } catch (error) {
        if (!isPlatformError(error, 'user_not_found')) throw error;
      }
    const targetingKey = session.subject ?? (await options.installationId());
    const { platform, appVersion: app_version } = options;
    const body = { context: { targetingKey, platform, app_version } };
    await read('features', (headers) => caller.send(evaluateByKey, { body, headers }), flagsOf);
  };
  const refresh = async (): Promise<void> => {
    await session.identify();
    const reads = [
      read(
        'config',
        (headers) => caller.send(getConfig, { query, headers }),
        ({ data }: { data: { config?: Values } }) => data.config ?? {},
      ),
      readFeatures(),
    ];
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
