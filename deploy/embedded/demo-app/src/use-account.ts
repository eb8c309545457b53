import { isPlatformError, type Schemas } from '@platform/client';
import { usePlatform } from '@platform/client/react';
import { useCallback, useEffect, useState } from 'react';
import { forgetNotes } from './notes.tsx';
import type { Person, SignIn } from './sign-in.ts';

/** The state of a user on the way into the application. */
export interface Account {
  step: 'loading' | 'signed_out' | 'registering' | 'entered';
  /** From the token of the identity provider; empty texts without one. */
  person: Person;
  /** Versions of documents that the person has to accept before going on. */
  pending: Schemas.PendingReconsent[];
  error: unknown;
}

const initial: Account = { step: 'loading', person: { sub: '', name: '' }, pending: [], error: null };

/** The way from the first visit to the application, and out of it. */
export function useAccount(signIn: SignIn) {
  const client = usePlatform();
  const [account, setAccount] = useState(initial);

  /**
   * Refreshes the profile after every sign-in and start, and reports whether documents are missing or have
   * changed.
   */
  const greet = useCallback(
    async (person: Person) => {
      // Without a network the stored snapshot decides what is open; the rest waits.
      if (!navigator.onLine) return setAccount({ ...initial, step: 'entered', person });
      try {
        const { pending_reconsent: pending } = await client.register();
        setAccount({ ...initial, step: 'entered', person, pending });
      } catch (error) {
        if (isPlatformError(error, 'consents_required')) return setAccount({ ...initial, step: 'registering', person });
        // Where the token is refused, a new sign-in goes on with what is stored. Any other failure passes.
        const isOver = isPlatformError(error) && error.status === 401;
        // Documents that wait for an answer go on waiting.
        setAccount(({ pending }) => ({ step: isOver ? 'signed_out' : 'entered', person, pending, error }));
      }
    },
    [client],
  );

  const enter = useCallback(async () => {
    let person: Person | null;
    try {
      person = await signIn.finish();
    } catch (error) {
      return setAccount({ ...initial, step: 'signed_out', error });
    }
    // The former person may have gone without a sign-out, where the token was refused.
    if (person) forgetNotes({ except: person });
    await client.ready();
    if (!person) setAccount({ ...initial, step: 'signed_out' });
    else await greet(person);
  }, [client, signIn, greet]);

  const checkDocuments = useCallback(async () => {
    if (document.visibilityState === 'hidden' || !navigator.onLine) return;
    try {
      const { pending_reconsent: pending } = await client.reconsent.check();
      setAccount((present) => ({ ...present, pending }));
    } catch {
      // The next visit of the page asks again.
    }
  }, [client]);

  useEffect(() => void enter(), [enter]);
  useEffect(() => {
    if (account.step !== 'entered') return;
    const again = () => void greet(account.person);
    const check = () => void checkDocuments();
    addEventListener('online', again);
    document.addEventListener('visibilitychange', check);
    return () => {
      removeEventListener('online', again);
      document.removeEventListener('visibilitychange', check);
    };
  }, [account.step, account.person, greet, checkDocuments]);

  return {
    account,
    greet: () => greet(account.person),
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
      forgetNotes();
      setAccount({ ...initial, step: 'signed_out' });
    },
  };
}
