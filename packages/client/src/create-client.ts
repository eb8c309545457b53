import { createAccount } from './account.ts';
import { type Caller, createCaller, type GetToken } from './caller.ts';
import { type Checkout, createCheckout } from './checkout.ts';
import { type Change, createEmitter } from './emitter.ts';
import { createEntitlements } from './entitlements.ts';
import { createEvents, type RejectedEvent } from './events.ts';
import type { PublicPaywall } from './generated/schemas.ts';
import { within } from './pause.ts';
import { type ShownPaywall, showPaywall } from './paywall.ts';
import { isPlatformError, PlatformError } from './platform-error.ts';
import { openSession } from './session.ts';
import { createSettings } from './settings.ts';
import type { Ed25519Verify, SnapshotKey } from './snapshot.ts';
import { type ClientStorage, defaultStorage, installationId } from './storage.ts';
import { uuid } from './uuid.ts';
import { webCryptoVerify } from './web-crypto.ts';

export interface ClientOptions {
  /** Address of the platform, for example `https://api.example.com`. */
  baseUrl: string;
  applicationCode: string;
  /** `svc_pub_…`: it is part of every copy of the application, and not secret. */
  publicKey: string;
  /**
   * Token of the signed-in person from the identity provider of the application; null while no user is signed
   * in.
   */
  getToken?: GetToken;
  /** For example web, ios, android. */
  platform?: string;
  appVersion?: string;
  /** Where values are stored; `localStorage` of a browser, else the memory. */
  storage?: ClientStorage;
  /** Keys of `/.well-known/jwks.json`, pinned: a proxy cannot make its own. */
  snapshotKeys?: readonly SnapshotKey[];
  /** Ed25519 for devices without WebCrypto, see `@platform/client/ed25519`. */
  verify?: Ed25519Verify;
  /** Codes that are open to each person, without an account and without the network. */
  freeEntitlements?: readonly string[];
  /** What is used before the first answer of the platform. */
  fallbacks?: { paywalls?: Record<string, PublicPaywall>; config?: Record<string, unknown> };
  /** Told about events that were refused, and about failures of work in the background. */
  onError?: (error: PlatformError | RejectedEvent) => void;
  fetch?: typeof fetch;
  /** Milliseconds since 1970; the clock of the device when absent. */
  now?: () => number;
}

/** The client of one application, for the person whose token `getToken` answers. */
export interface PlatformClient extends ReturnType<typeof createAccount> {
  call: Caller['call'];
  /**
   * Uses the stored data, then the data from the network. After `timeoutMs` the rest continues in the
   * background. Never rejects. Once per start is enough. Calls at the same time share one work; a later call reads
   * again, and records no second `app_opened`.
   */
  ready(options?: { timeoutMs?: number }): Promise<void>;
  /** Whether a code may be used now: at once, also without the network. Gate on codes, never on plans. */
  has(code: string): boolean;
  /** Every code that may be used now, sorted. */
  codes(): string[];
  /**
   * A flag: of the signed-in person, or of a guest. A percentage goes by `sub` of the token, and for a guest by the
   * installation: its flags may differ after the sign-in.
   */
  feature(code: string, fallback: boolean): boolean;
  /** A remote parameter; the fallback when it is absent or of another type. */
  config<T>(key: string, fallback: T): T;
  on(change: Change, listener: () => void): () => void;
  /** @throws PlatformError when neither the network, nor the storage, nor the fallbacks have it */
  paywall(code: string): Promise<ShownPaywall>;
  checkout: Checkout;
  /**
   * Reads entitlements, flags and parameters again.
   * @throws PlatformError
   */
  refresh(): Promise<void>;
  /** Records an event; it is sent later, with others. No personal data. */
  track(event: string, properties?: Record<string, unknown>): void;
  /** Sends what waits. Never throws. */
  flush(): Promise<void>;
  /** Events that found no room while the platform was away. */
  readonly droppedEvents: number;
  /**
   * Sends what waits, for two seconds at most, and removes everything that is stored for the persons of this run, the
   * remaining events included. Events of other pages of guests stay for the next person who signs in.
   */
  signOut(): Promise<void>;
  /** Ends calls, timers and listeners. Events that wait stay in the storage. */
  stop(): void;
}

/** How long a sign-out waits for the events of the person. */
const signOutMs = 2_000;

/** A client of an application. Nothing is read before {@link PlatformClient.ready}. */
export function createClient(options: ClientOptions): PlatformClient {
  const storage = options.storage ?? defaultStorage();
  const { applicationCode, platform, appVersion } = options;
  const emitter = createEmitter();
  let installation: string | undefined;
  let installing: Promise<string> | undefined;
  /** Two ids at once would be two installations. */
  const identifyInstallation = async (): Promise<string> => {
    installing ??= installationId(storage, applicationCode, uuid);
    installation = await installing;
    return installation;
  };
  let isOpened = false;
  /** The work of {@link PlatformClient.ready} while it runs. */
  let starting: Promise<void> | undefined;
  const session = openSession({ applicationCode, getToken: options.getToken, storage }, (former) => {
    entitlements.forget();
    settings.forget();
    events.change(former);
  });
  const life = new AbortController();
  const caller = createCaller({ ...options, getToken: session.getToken, signal: life.signal });
  const shared = { caller, session, emitter };
  const entitlements = createEntitlements(
    { ...options, verify: options.verify ?? webCryptoVerify, now: options.now ?? Date.now },
    shared,
  );
  const settings = createSettings(
    { platform, appVersion, fallbacks: options.fallbacks?.config, installationId: identifyInstallation },
    shared,
  );
  const onError = options.onError ?? (() => {});
  const events = createEvents({ platform, appVersion, onError, installationId: () => installation }, shared);
  /** One that fails does not stop the other. */
  const refresh = async (): Promise<void> => {
    const outcomes = await Promise.allSettled([entitlements.refresh(), settings.refresh()]);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  };
  const account = createAccount({ platform, appVersion, storage, applicationCode, entitlements, refresh, ...shared });

  const silently = (work: Promise<unknown>): Promise<void> =>
    work.then(
      () => {},
      (error: unknown) => {
        const isExpected = isPlatformError(error, 'aborted') || isPlatformError(error, 'user_not_found');
        if (error instanceof PlatformError && !isExpected) onError(error);
      },
    );
  const load = async (): Promise<void> => {
    await identifyInstallation();
    await session.identify();
    await Promise.all([entitlements.load(), settings.load(), events.adopt()]);
  };
  const start = async (): Promise<void> => {
    await silently(load());
    if (life.signal.aborted) return;
    if (!isOpened) events.track('app_opened');
    isOpened = true;
    settings.watch();
    await silently(refresh());
  };
  const checkout = createCheckout(shared, {
    fingerprint: entitlements.fingerprint,
    onStarted: ({ payment_id, plan_price_id }) => events.track('checkout_started', { payment_id, plan_price_id }),
    onReturned: ({ payment_id }) => events.track('checkout_returned', { payment_id }),
    async onSucceeded({ payment_id, plan_price_id, before }, isFirst) {
      if (isFirst) events.track('payment_succeeded', { payment_id, plan_price_id }, payment_id);
      return entitlements.refresh().then(
        () => before === null || entitlements.fingerprint() !== before,
        () => null,
      );
    },
  });

  return {
    ...account,
    call: caller.call,
    checkout,
    has: entitlements.has,
    codes: entitlements.codes,
    feature: settings.feature,
    config: settings.config,
    on: emitter.on,
    async ready({ timeoutMs = 2_000 } = {}) {
      starting ??= start().finally(() => {
        starting = undefined;
      });
      await within(timeoutMs, starting, undefined);
    },
    async paywall(code) {
      const paywall = await showPaywall({ ...shared, fallbacks: options.fallbacks?.paywalls }, code);
      events.track('paywall_viewed', { paywall_code: code, source: paywall.source });
      return paywall;
    },
    refresh,
    track: (event, properties) => events.track(event, properties),
    flush: events.flush,
    get droppedEvents() {
      return events.dropped;
    },
    async erase() {
      await session.identify();
      const { person } = session;
      await account.erase();
      // Another person may have signed in meanwhile, whose events and entitlements stay.
      if (session.person === person) {
        await events.clear();
        entitlements.forget();
      }
      await session.leave(person);
    },
    async signOut() {
      await within(signOutMs, events.flush(), undefined);
      await events.clear();
      entitlements.forget();
      settings.forget();
      await session.wipe();
    },
    stop() {
      life.abort();
      entitlements.stop();
      settings.stop();
      events.stop();
    },
  };
}
