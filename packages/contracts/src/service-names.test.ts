import { expect, test } from '@jest/globals';
import { platform, serviceNames, upstreamNames } from './platform.ts';
import { camelName, urlVariable } from './service-names.ts';

test('the gateway is a service, and not behind itself', () => {
  expect(serviceNames).toEqual(Object.keys(platform));
  expect([platform.gateway.name, ...upstreamNames].toSorted()).toEqual([...serviceNames].toSorted());
});

test('the name of a service is a name of its folder, its role and its image: lower case, digits and dashes', () => {
  for (const name of serviceNames) expect(name).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
});

test('a dash of a service name becomes what variables and identifiers can have', () => {
  expect([urlVariable('billing'), urlVariable('seo-rkn'), urlVariable('a-b-c')]).toEqual([
    'BILLING_URL',
    'SEO_RKN_URL',
    'A_B_C_URL',
  ]);
  expect([camelName('billing'), camelName('seo-rkn')]).toEqual(['billing', 'seoRkn']);
});
