import { z } from 'zod';

const setting = <T extends z.ZodType>(value: T) =>
  z.union([value, z.strictObject({ value, times: z.int().positive().optional() })]);

const webhookMode = z.enum(['normal', 'lost', 'duplicate', 'out_of_order', 'before_response']);

const faultSettings = z.strictObject({
  delayMs: setting(z.int().min(0).max(600_000)).optional(),
  createStatus500AfterAccepting: setting(z.boolean()).optional(),
  createTimeout: setting(z.union([z.boolean(), z.enum(['hang', 'destroy'])])).optional(),
  tooManyRequests: setting(z.union([z.boolean(), z.int().positive()])).optional(),
  webhook: setting(webhookMode).optional(),
  outage: setting(z.boolean()).optional(),
  savedMethodCharge: setting(z.string().min(1).max(64)).optional(),
  refundCanceled: setting(z.string().min(1).max(64)).optional(),
  receiptRegistration: setting(z.enum(['pending', 'canceled'])).optional(),
});

/** How webhooks misbehave. */
export type WebhookMode = z.infer<typeof webhookMode>;

/**
 * Faults of the provider. Each one is a plain value, or `{ value, times }` to break it that many times only.
 * - `delayMs`: every API answer waits so long, after the work is done
 * - `createStatus500AfterAccepting`: a payment or refund is created, the answer is 500
 * - `createTimeout`: created, never answered (`true` or `'hang'`), or the connection is cut (`'destroy'`)
 * - `tooManyRequests`: 429; a number is its `retry_after` in milliseconds (`true` means 1800)
 * - `webhook`: how events are delivered. `before_response` sends the event and waits for the receiver before
 *   the API answers; a payment created with a confirmation is then paid at once, while its own answer still
 *   says `pending`
 * - `outage`: every API call is answered 500 and does nothing
 * - `savedMethodCharge`: a charge of a saved method stays `'pending'`, or is canceled with this reason
 * - `refundCanceled`: a refund ends `canceled` with this reason
 * - `receiptRegistration`: receipts are reported in this state, and none is listed
 */
export type FaultSettings = z.infer<typeof faultSettings>;

/** The fault switches of one sandbox. */
export type Faults = {
  /**
   * Replaces the named switches and leaves the others.
   * @throws a `ZodError` for a switch that does not exist
   */
  set(settings: FaultSettings): void;
  /** Everything works again. */
  reset(): void;
  /** The switches as they stand, used-up ones gone. */
  current(): FaultSettings;
};

type FaultName = keyof FaultSettings;
type Plain<T> = T extends { value: infer V } ? V : T;
type FaultValue<N extends FaultName> = Plain<NonNullable<FaultSettings[N]>>;

/** The switches as the sandbox itself uses them. */
export type FaultState = Faults & {
  /** The value of a switch, counted as one use; `undefined` when it is off or used up. */
  use<N extends FaultName>(name: N): FaultValue<N> | undefined;
  /** The value of a switch, not counted as a use; `undefined` when it is off. */
  value<N extends FaultName>(name: N): FaultValue<N> | undefined;
  /** Whether a switch has this value; not counted as a use. */
  is<N extends FaultName>(name: N, value: FaultValue<N>): boolean;
};

/**
 * Checks fault settings that came over HTTP.
 * @param body parsed JSON
 * @returns the settings, or `null` when the body is none
 */
export function parseFaultSettings(body: unknown): FaultSettings | null {
  const parsed = faultSettings.safeParse(body);
  return parsed.success ? parsed.data : null;
}

/** Makes the switches, all off. */
export function createFaults(): FaultState {
  const active = new Map<FaultName, { value: unknown; times: number }>();
  return {
    set(settings) {
      const checked = faultSettings.parse(settings);
      for (const name of Object.keys(checked) as FaultName[]) {
        const faultSetting = checked[name];
        if (faultSetting === undefined) continue;
        const { value, times } =
          typeof faultSetting === 'object' ? faultSetting : { value: faultSetting, times: undefined };
        if (value === false || value === 'normal') active.delete(name);
        else active.set(name, { value, times: times ?? Number.POSITIVE_INFINITY });
      }
    },
    reset() {
      active.clear();
    },
    current() {
      const entries = [...active].map(([name, { value, times }]) => [
        name,
        Number.isFinite(times) ? { value, times } : value,
      ]);
      return Object.fromEntries(entries) as FaultSettings;
    },
    use<N extends FaultName>(name: N) {
      const fault = active.get(name);
      if (fault === undefined) return undefined;
      fault.times -= 1;
      if (fault.times <= 0) active.delete(name);
      return fault.value as FaultValue<N>;
    },
    value: <N extends FaultName>(name: N) => active.get(name)?.value as FaultValue<N> | undefined,
    is(name, value) {
      return active.get(name)?.value === value;
    },
  };
}
