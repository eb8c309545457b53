import type { cms } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import type { leads } from '../schema.ts';

export type LeadRow = typeof leads.$inferSelect;

/** A form as it arrives. */
export type FormBody = EndpointRequest<typeof cms.endpoints.submitLead>['body'];

type NamedFields = Pick<FormBody, KnownKey<FormBody>>;

/** A form with its phone number in E.164 and every field without a name of ours among `fields`. */
export type Submission = Omit<NamedFields, 'fields'> & { fields?: Record<string, string> | undefined };

/** The named keys of a type that has an index signature too. */
type KnownKey<T> = keyof { [K in keyof T as string extends K ? never : K]: T[K] };

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
