import { z } from 'zod';

const settings = z.strictObject({
  redirectingJwks: z.boolean().optional(),
  slowMs: z.int().min(0).max(600_000).optional(),
  emptyKeys: z.boolean().optional(),
  down: z.boolean().optional(),
});

/**
 * Faults of the provider.
 * - `redirectingJwks`: the key set answers 302 to where it really is
 * - `slowMs`: the key set and the discovery document wait so long
 * - `emptyKeys`: the key set is `{"keys":[]}`, as of a project that signs with a shared secret
 * - `down`: every answer but the control API's is 503
 */
export type IdentityProviderFaultSettings = z.infer<typeof settings>;

/** The provider's fault switches. */
export type IdentityProviderFaults = {
  /**
   * Replaces the named switches and leaves the others.
   * @throws a `ZodError` for a switch that does not exist
   */
  set(changes: IdentityProviderFaultSettings): void;
  /** Everything works again. */
  reset(): void;
  current(): IdentityProviderFaultSettings;
};

/**
 * Checks fault settings that came over HTTP.
 * @param body parsed JSON
 * @returns the settings, or `null` when the body is none
 */
export function parseFaults(body: unknown): IdentityProviderFaultSettings | null {
  return settings.safeParse(body).data ?? null;
}

/** Makes the switches, all off. */
export function createFaults(): IdentityProviderFaults {
  let active: IdentityProviderFaultSettings = {};
  return {
    set(changes) {
      active = { ...active, ...settings.parse(changes) };
    },
    reset() {
      active = {};
    },
    current() {
      return { ...active };
    },
  };
}
