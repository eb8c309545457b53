import type { mailEndpoints } from '@platform/contracts';
import type { Handler } from '@platform/contracts/kit';
import type { App } from '../app.ts';
import { listMails } from './list-mails.ts';
import { retryMail } from './retry-mail.ts';

type Endpoints = typeof mailEndpoints;

/** The log of the mails of a site. */
export const mailRoutes = (app: App): { [K in keyof Endpoints]: Handler<Endpoints[K]> } => ({
  listMails: ({ params, query }) => listMails(app, params.site_id, query),
  retryMail: ({ params }) => retryMail(app, params),
});
