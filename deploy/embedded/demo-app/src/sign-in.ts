import type { GetToken } from '@platform/client';
import { UserManager, WebStorageStateStore } from 'oidc-client-ts';
import type { Settings } from './settings.ts';

/** The sign-in of the application: its own, at its own identity provider. The platform reads the tokens. */
export interface SignIn {
  /** Leaves the page for the identity provider. Throws Error when it cannot be reached. */
  start(): Promise<void>;
  /**
   * Ends a sign-in that this page load returned from, if there is one.
   * @returns the name of the person, null while no one is signed in
   * @throws Error when the identity provider refused the sign-in
   */
  finish(): Promise<string | null>;
  /** What {@link createClient} of the platform asks for. */
  getToken: GetToken;
  forget(): Promise<void>;
}

/** Authorization code flow with PKCE (RFC 7636); the tokens survive a reload. */
export function openSignIn({ authority, client_id }: Settings['identity_provider']): SignIn {
  const manager = new UserManager({
    ...{ authority, client_id, redirect_uri: `${location.origin}/`, scope: 'openid profile email' },
    // A demo is used by several persons in one browser.
    prompt: 'login',
    userStore: new WebStorageStateStore({ store: localStorage }),
    automaticSilentRenew: false,
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
      return user && (user.profile.name ?? user.profile.sub);
    },
    async getToken({ refresh }) {
      const user = await manager.getUser();
      if (!user || !refresh) return user?.id_token;
      try {
        return (await manager.signinSilent())?.id_token;
      } catch {
        // The old token still says whose snapshot is stored; the platform answers `token_expired` for it.
        return user.id_token;
      }
    },
    forget: () => manager.removeUser(),
  };
}
