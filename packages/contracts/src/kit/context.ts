import type { AdminRole, Endpoint } from './endpoint.ts';

/* The caller, as the gateway established it. */

export interface ApplicationContext {
  id: string;
  code: string;
}

export interface SiteContext {
  id: string;
  code: string;
  /** The application it belongs to, if any. */
  application_id: string | null;
  /** The call has the server key of the site; absent for one with a public key. */
  is_of_server?: boolean;
}

/** The claims of a verified token. Claims are display data: never a ground for a permission. */
export interface UserContext<Id extends string | null = string> {
  id: Id;
  issuer: string;
  subject: string;
  email: string | null;
  display_name: string | null;
  avatar_url: string | null;
}

/** The shop at the payment provider whose notification address was called. */
export interface ShopContext {
  /** Null for the shop of the installation. */
  id: string | null;
}

export interface AdminContext {
  id: string;
  email: string;
  role: AdminRole;
  /** Null for an admin API key, whose `id` is that of the key and whose `email` is `key:<name>`. */
  session_id: string | null;
  /** Applications that a restricted admin API key opens; absent without a restriction. */
  application_ids?: readonly string[];
}

/** The facts about a call that only the gateway may state, carried signed in `x-platform-context`. */
export interface PlatformContext {
  request_id: string;
  client_ip: string;
  user_agent: string;
  application?: ApplicationContext;
  /** The site that the path names; where the path names an application too, it is one of that application. */
  site?: SiteContext;
  user?: UserContext<string | null>;
  admin?: AdminContext;
  shop?: ShopContext;
}

interface CallContext {
  request_id: string;
  client_ip: string;
  user_agent: string;
}

type UserOf<E extends Endpoint> = E extends { unregistered: true } ? UserContext<string | null> : UserContext;

export type ContextOf<E extends Endpoint> = CallContext &
  (E['auth'] extends 'key' | 'application'
    ? { application: ApplicationContext }
    : E['auth'] extends 'user' | 'user_and_key'
      ? { application: ApplicationContext; user: UserOf<E> }
      : E['auth'] extends 'user_or_key'
        ? { application: ApplicationContext; user?: UserOf<E> }
        : E['auth'] extends 'user_or_admin'
          ?
              | { application: ApplicationContext; user: UserOf<E>; admin?: undefined }
              | { admin: AdminContext; user?: undefined; application?: undefined }
          : E['auth'] extends 'admin'
            ? { admin: E extends { needsSession: true } ? AdminContext & { session_id: string } : AdminContext }
            : E['auth'] extends 'webhook_token'
              ? { shop?: ShopContext }
              : unknown) &
  (E['path'] extends `${string}{site_code}${string}` ? { site: SiteContext } : unknown);
