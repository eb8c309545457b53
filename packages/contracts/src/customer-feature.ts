import { type Endpoint, feature } from './kit.ts';

/** The tag of the endpoints of customers, in the services that have a part of them. */
export const customerFeature = <const E extends Record<string, Endpoint>>(endpoints: E): E =>
  feature(
    'Customers',
    'Customers who bought before the application used the platform: imported with their purchases, and recognized at their first registration.',
    endpoints,
  );
