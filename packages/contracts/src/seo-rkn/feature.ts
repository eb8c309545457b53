import { type Endpoint, feature } from '../kit.ts';

/** Endpoints of site audits. */
export const seoFeature = <const E extends Record<string, Endpoint>>(endpoints: E): E =>
  feature('SEO', 'Audits of sites: issues, priorities and the role that fixes each issue.', endpoints);
