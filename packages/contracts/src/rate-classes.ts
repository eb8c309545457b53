import type { RateClass } from './kit.ts';

/** By what a class counts: one counter for each distinct value. */
export type RateSubject = 'client_ip' | 'public_key_and_ip' | 'public_key' | 'user' | 'admin' | 'endpoint';

export interface RateClassDefinition {
  countedBy: RateSubject;
  /** Requests in a window of 60 seconds unless configured otherwise. */
  perMinute: number;
  /**
   * So many cheap answers count as one call: answers from the memory of a service, and files that did not change.
   * Absent: each answer counts as a call.
   */
  cheapAnswersPerCall?: number;
  description: string;
}

/**
 * Default limits. A public key sits in every copy of a client, so its class counts key
 * and address together: one abuser must not use up the allowance of every other user of the application.
 * The evaluations of servers are the exception: a backend has many addresses and no budget by them.
 * Files, events and sites each count by themselves: a page that loads many pictures must not lose its other
 * calls by it. Reads of sites and files cost what they cost the service: an office behind one address reads pages
 * that are in memory.
 */
export const rateClasses: Record<RateClass, RateClassDefinition> = {
  public_ip: { countedBy: 'client_ip', perMinute: 300, description: 'Calls without any credential.' },
  public_assets: {
    countedBy: 'client_ip',
    perMinute: 1500,
    cheapAnswersPerCall: 5,
    description: 'Uploaded files, `/assets`: 75 first visits to a page with 20 images.',
  },
  public_events: { countedBy: 'client_ip', perMinute: 300, description: 'Analytics events, `/v1/events`.' },
  public_sites: {
    countedBy: 'client_ip',
    perMinute: 300,
    cheapAnswersPerCall: 5,
    description: 'Reads of sites, `/v1/sites`, except those with a server key.',
  },
  leads: { countedBy: 'client_ip', perMinute: 10, description: 'Forms that are submitted on sites.' },
  public_key: { countedBy: 'public_key_and_ip', perMinute: 1200, description: 'Calls with a public key.' },
  evaluations: {
    countedBy: 'public_key',
    perMinute: 6000,
    description:
      'Evaluations of one flag, for servers. Calls are counted by key, regardless of the IP address, or by user token.',
  },
  user: { countedBy: 'user', perMinute: 300, description: 'Calls with an end-user token.' },
  payments: { countedBy: 'user', perMinute: 10, description: 'Starting a payment.' },
  license_activation: { countedBy: 'user', perMinute: 10, description: 'Attempts to activate a license key.' },
  support: { countedBy: 'user', perMinute: 10, description: 'Messages to support, files included.' },
  admin_login: { countedBy: 'client_ip', perMinute: 10, description: 'Attempts to open an admin session.' },
  admin: { countedBy: 'admin', perMinute: 1200, description: 'Calls with an admin session or an admin API key.' },
  back_ends: {
    countedBy: 'admin',
    perMinute: 6000,
    description:
      'Calls of a back end for its users, with an admin API key: reads of one user, events of users. Also reads of a site with a server key, which are counted by the key.',
  },
  webhooks: { countedBy: 'endpoint', perMinute: 600, description: 'Webhooks of the payment provider.' },
  worker: { countedBy: 'endpoint', perMinute: 600, description: 'Calls with the worker secret.' },
  // Counted besides the class of the endpoint, and by calls of every class.
  failed_credentials: { countedBy: 'client_ip', perMinute: 120, description: 'Calls with a wrong credential.' },
};
