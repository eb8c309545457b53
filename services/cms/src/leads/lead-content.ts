import type { cms } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import type { leads } from '../schema.ts';

export type LeadRow = typeof leads.$inferSelect;

export type Submission = EndpointRequest<typeof cms.endpoints.submitLead>['body'];

/** Where a form came from. */
export interface Client {
  client_ip: string;
  user_agent: string;
}

/** What is stored sealed: the form without signs of spam, and its client. */
export type LeadContent = Omit<
  Submission,
  'form' | 'form_code' | 'submission_id' | 'website' | 'filled_ms' | 'captcha_token'
> &
  Client;
