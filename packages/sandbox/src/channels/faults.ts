import { isJsonObject } from '../http/body.ts';

/** How often a fault strikes: until it is reset, so many times, or at random in this share of calls. */
export type Strikes = boolean | number | { rate: number };
export type FaultSettings<F extends string> = Partial<Record<F, Strikes>>;

/** The fault switches of an emulated channel. */
export interface ChannelFaults<F extends string> {
  /**
   * Replaces the named switches.
   * @throws a `RangeError` for a switch or a value that does not exist
   */
  set(changes: FaultSettings<F>): void;
  /** Everything works again. */
  reset(): void;
  current(): FaultSettings<F>;
  /** Whether a fault strikes now; counted as one use. */
  use(name: F): boolean;
  /** The first of the named faults that strikes now. */
  useOne<N extends F>(...names: readonly N[]): N | null;
}

/**
 * Checks fault settings that came over HTTP.
 * @param names the faults of the channel
 * @param body parsed JSON
 * @returns the settings, or `null` when the body is none
 */
export function parseFaults<F extends string>(names: readonly F[], body: unknown): FaultSettings<F> | null {
  if (!isJsonObject(body)) return null;
  const isKnown = Object.entries(body).every(([name, value]) => names.some((one) => one === name) && isStrikes(value));
  return isKnown ? (body as FaultSettings<F>) : null;
}

function isStrikes(value: unknown): value is Strikes {
  if (typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isInteger(value) && value > 0;
  if (!isJsonObject(value)) return false;
  const { rate } = value;
  return Object.keys(value).length === 1 && typeof rate === 'number' && rate >= 0 && rate <= 1;
}

/**
 * Makes the switches, all off.
 * @param names the faults of the channel
 */
export function createChannelFaults<const F extends string>(names: readonly F[]): ChannelFaults<F> {
  const active = new Map<F, Strikes>();
  const faults: ChannelFaults<F> = {
    set(changes) {
      const known = parseFaults(names, changes);
      if (known === null) throw new RangeError(`faults are ${names.join(', ')}: true, a count or {rate}`);
      for (const [name, value] of Object.entries(known) as [F, Strikes][]) {
        if (value === false) active.delete(name);
        else active.set(name, value);
      }
    },
    reset() {
      active.clear();
    },
    current: () => Object.fromEntries(active) as FaultSettings<F>,
    use(name) {
      const setting = active.get(name);
      if (setting === undefined || setting === false) return false;
      if (setting === true) return true;
      if (typeof setting === 'object') return Math.random() < setting.rate;
      if (setting <= 1) active.delete(name);
      else active.set(name, setting - 1);
      return true;
    },
    useOne: (...candidates) => candidates.find((name) => faults.use(name)) ?? null,
  };
  return faults;
}
