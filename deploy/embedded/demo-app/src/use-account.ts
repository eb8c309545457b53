import { isPlatformError, type Schemas } from '@platform/client';
import { usePlatform } from '@platform/client/react';
import { useCallback, useEffect, useState } from 'react';
import { forgetNote } from './notes.tsx';
import type { SignIn } from './sign-in.ts';

/** Where a person stands on the way into the application. */
export interface Account {
  step: 'loading' | 'signed_out' | 'registering' | 'entered';
  /** Name of the person, from the token of the identity provider. */
  name: string;
  /** Versions of documents that the person has to accept before going on. */
  pending: Schemas.PendingReconsent[];
  error: unknown;
}

const initial: Account = { step: 'loading', name: '', pending: [], error: null };

/** The way from the first visit to the application, and out of it. */
export function useAccount(signIn: SignIn) {
  const client = usePlatform();
  const [account, setAccount] = useState(initial);

  /** After every sign-in and start: refreshes the profile, and says whether documents are missing or have changed. */
  const greet = useCallback(
    async (name: string) => {
      // Without a network the stored snapshot decides what is open; the rest waits.
      if (!navigator.onLine) return setAccount({ ...initial, step: 'entered', name });
      try {
        const { pending_reconsent: pending } = await client.register();
        setAccount({ ...initial, step: 'entered', name, pending });
      } catch (error) {
        if (isPlatformError(error, 'consents_required')) return setAccount({ ...initial, step: 'registering', name });
        // Where the token is refused, a new sign-in goes on with what is stored. Any other failure passes.
        const isOver = isPlatformError(error) && error.status === 401;
        // Documents that wait for an answer go on waiting.
        setAccount(({ pending }) => ({ step: isOver ? 'signed_out' : 'entered', name, pending, error }));
      }
    },
    [client],
  );

  const enter = useCallback(async () => {
    let name: string | null;
    try {
      name = await signIn.finish();
    } catch (error) {
      return setAccount({ ...initial, step: 'signed_out', error });
    }
    await client.ready();
    if (name === null) setAccount({ ...initial, step: 'signed_out' });
    else await greet(name);
  }, [client, signIn, greet]);

  const checkDocuments = useCallback(async () => {
    if (document.visibilityState === 'hidden' || !navigator.onLine) return;
    try {
      const { pending_reconsent: pending } = await client.reconsent.check();
      setAccount((present) => ({ ...present, pending }));
    } catch {
      // The next look at the page asks again.
    }
  }, [client]);

  useEffect(() => void enter(), [enter]);
  useEffect(() => {
    if (account.step !== 'entered') return;
    const again = () => void greet(account.name);
    const check = () => void checkDocuments();
    addEventListener('online', again);
    document.addEventListener('visibilitychange', check);
    return () => {
      removeEventListener('online', again);
      document.removeEventListener('visibilitychange', check);
    };
  }, [account.step, account.name, greet, checkDocuments]);

  return {
    account,
    greet: () => greet(account.name),
    async start(): Promise<void> {
      try {
        await signIn.start();
      } catch (error) {
        setAccount({ ...initial, step: 'signed_out', error });
      }
    },
    reconsented: () => setAccount((present) => ({ ...present, pending: [] })),
    /** Removes everything of the person from this device. */
    async leave(): Promise<void> {
      // Without a token, nothing that is still on its way is for the person any more.
      await signIn.forget();
      await client.signOut();
      forgetNote();
      setAccount({ ...initial, step: 'signed_out' });
    },
  };
}
