import {
  createContext,
  createElement,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import type { PlatformClient } from './create-client.ts';
import type { Change } from './emitter.ts';
import type { ShownPaywall } from './paywall.ts';
import type { PlatformError } from './platform-error.ts';

const Context = createContext<PlatformClient | null>(null);

/** Gives a client to the hooks below it. */
export const PlatformProvider = (props: { client: PlatformClient; children?: ReactNode }) =>
  createElement(Context.Provider, { value: props.client }, props.children);

/**
 * The client of the provider.
 * @throws Error outside of one
 */
export function usePlatform(): PlatformClient {
  const client = useContext(Context);
  if (!client) throw new Error('PlatformProvider is missing');
  return client;
}

function useChanging<T>(change: Change, read: (client: PlatformClient) => T): T {
  const client = usePlatform();
  const snapshot = () => read(client);
  const subscribe = useCallback((listener: () => void) => client.on(change, listener), [client, change]);
  return useSyncExternalStore(subscribe, snapshot, snapshot);
}

/** Whether a code may be used now; it renders again when that changes. */
export const useEntitlement = (code: string): boolean => useChanging('entitlements', (client) => client.has(code));

/** A feature flag of the person. */
export const useFeature = (code: string, fallback: boolean): boolean =>
  useChanging('features', (client) => client.feature(code, fallback));

/** A remote parameter. */
export const useConfig = <T>(key: string, fallback: T): T =>
  useChanging('config', (client) => client.config(key, fallback));

interface PaywallState {
  paywall: ShownPaywall | null;
  error: PlatformError | null;
}

const nothing: PaywallState = { paywall: null, error: null };

/** A paywall that is read when it is first shown; null until it is read, also after a change of the code. */
export function usePaywall(code: string): PaywallState {
  const client = usePlatform();
  const [shown, setShown] = useState({ client, code, state: nothing });
  useEffect(() => {
    let isShown = true;
    const show = (state: PaywallState) => {
      if (isShown) setShown({ client, code, state });
    };
    client.paywall(code).then(
      (paywall) => show({ paywall, error: null }),
      (error) => show({ paywall: null, error }),
    );
    return () => {
      isShown = false;
    };
  }, [client, code]);
  // The offer of one code is never shown as that of another.
  return shown.client === client && shown.code === code ? shown.state : nothing;
}
