import { type Endpoint, feature } from '../kit.ts';

/** Endpoints about the law of personal data. */
export const rknFeature = <const E extends Record<string, Endpoint>>(endpoints: E): E =>
  feature('RKN', 'Personal data under Russian law (152-FZ): scans of sites, documents, and the operator.', endpoints);
