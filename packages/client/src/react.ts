import {
  createContext,
  createElement,
  type ReactNode,
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

/** The client of the provider. Throws Error outside of one. */
export function usePlatform(): PlatformClient {
  const client = useContext(Context);
  if (!client) throw new Error('PlatformProvider is missing');
  return client;
}

function useChanging<T>(change: Change, read: (client: PlatformClient) => T): T {
  const client = usePlatform();
  const snapshot = () => read(client);
  return useSyncExternalStore((listener) => client.on(change, listener), snapshot, snapshot);
}

/** Whether a code may be used now; it renders again when that changes. */
export const useEntitlement = (code: string): boolean => useChanging('entitlements', (client) => client.has(code));

/** A feature flag of the person. */
export const useFeature = (code: string, fallback: boolean): boolean =>
  useChanging('features', (client) => client.feature(code, fallback));

/** A remote parameter. */
export const useConfig = <T>(key: string, fallback: T): T =>
  useChanging('config', (client) => client.config(key, fallback));

/** A paywall that is read when it is first shown; null until then. */
export function usePaywall(code: string): { paywall: ShownPaywall | null; error: PlatformError | null } {
  const client = usePlatform();
  const [state, setState] = useState<{ paywall: ShownPaywall | null; error: PlatformError | null }>({
    paywall: null,
    error: null,
  });
  useEffect(() => {
    let isShown = true;
    client.paywall(code).then(
      (paywall) => isShown && setState({ paywall, error: null }),
      (error) => isShown && setState({ paywall: null, error }),
    );
    return () => {
      isShown = false;
    };
  }, [client, code]);
  return state;
}
