import type { GetToken } from '@platform/client';
import { type User, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import type { Settings } from './settings.ts';

/** A person, by the token of the identity provider. */
export interface Person {
  sub: string;
  name: string;
}

/** The sign-in of the application: its own, at its own identity provider. The platform reads the tokens. */
export interface SignIn {
  /**
   * Leaves the page for the identity provider.
   * @throws Error when it cannot be reached
   */
  start(): Promise<void>;
  /**
   * Ends a sign-in that this page load returned from, if there is one.
   * @returns the signed-in user; null without one
   * @throws Error when the identity provider refused the sign-in
   */
  finish(): Promise<Person | null>;
  /**
   * What {@link createClient} of the platform asks for.
   * @throws Error when another tab has signed in another person: a token of that person is not for this page
   */
  getToken: GetToken;
  forget(): Promise<void>;
}

const lock = 'demo-notes:sign-in';

/**
 * Authorization code flow with PKCE (RFC 7636); the tokens survive a reload. All tabs share them: when
 * another tab signs the user out, or signs in another user, the page reloads.
 */
export function openSignIn({ authority, client_id }: Settings['identity_provider']): SignIn {
  const manager = new UserManager({
    authority,
    client_id,
    redirect_uri: `${location.origin}/`,
    scope: 'openid profile email',
    // A demo is used by several persons in one browser.
    prompt: 'login',
    userStore: new WebStorageStateStore({ store: localStorage }),
    automaticSilentRenew: false,
  });
  /** `sub` of the person that the page shows; null without one, undefined until {@link SignIn.finish}. */
  let shown: string | null | undefined;
  /** The token that was given last: the one that a refresh replaces. */
  let givenState: string | undefined;
  /** The user in the storage. A page that shows another one starts again. */
  const present = async (): Promise<{ user: User | null; isShown: boolean }> => {
    const user = await manager.getUser();
    const isShown = shown === undefined || shown === (user?.profile.sub ?? null);
    if (!isShown) location.reload();
    return { user, isShown };
  };
  const tokenOf = async (): Promise<string | undefined> => {
    const { user, isShown } = await present();
    if (user && !isShown) throw new Error('Another tab has signed in another person.');
    return user?.id_token;
  };
  addEventListener('storage', ({ key }) => {
    // Without a key the whole storage was cleared.
    if (key === null || key === `oidc.user:${authority}:${client_id}`) void present();
  });
  return {
    start: () => manager.signinRedirect(),
    async finish() {
      const query = new URLSearchParams(location.search);
      if (query.has('state') && (query.has('code') || query.has('error'))) {
        // The address is cleaned first: a reload must not repeat the sign-in.
        const returned = location.href;
        history.replaceState(null, '', '/');
        await manager.signinCallback(returned);
      }
      const user = await manager.getUser();
      shown = user?.profile.sub ?? null;
      return user && { sub: user.profile.sub, name: user.profile.name ?? user.profile.sub };
    },
    async getToken({ refresh }) {
      const refused = givenState;
      if (!refresh) {
        givenState = await tokenOf();
        return givenState;
      }
      // A tab that waited here goes on with the new token of the other tab.
      return navigator.locks.request(lock, async () => {
        const token = await tokenOf();
        if (!token || token !== refused) return token;
        try {
          return (await manager.signinSilent())?.id_token;
        } catch {
          // The old token still says whose snapshot is stored; the platform answers `token_expired` for it.
          return token;
        }
      });
    },
    // After a refresh that is on its way, which would store the person again.
    forget: () =>
      navigator.locks.request(lock, () => {
        shown = null;
        return manager.removeUser();
      }),
  };
}
