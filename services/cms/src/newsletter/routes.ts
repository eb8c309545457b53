import type { newsletterEndpoints } from '@platform/contracts';
import type { Handler } from '@platform/contracts/kit';
import type { App } from '../app.ts';
import { confirmSubscription, showConfirmation, showUnsubscription, unsubscribe } from './answer-links.ts';
import { listSubscribers } from './list-subscribers.ts';

type Endpoints = typeof newsletterEndpoints;

/** Newsletters of sites. */
export const newsletterRoutes = (app: App): { [K in keyof Endpoints]: Handler<Endpoints[K]> } => ({
  showConfirmation: ({ params }) => showConfirmation(app, params.token),
  confirmSubscription: ({ params, context }) => confirmSubscription(app, params.token, context),
  showUnsubscription: ({ params }) => showUnsubscription(app, params.token),
  unsubscribe: ({ params, context }) => unsubscribe(app, params.token, context),
  listSubscribers: ({ params, query }) => listSubscribers(app, params.site_id, query),
});
