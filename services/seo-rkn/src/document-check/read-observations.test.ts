import { expect, test } from '@jest/globals';
import type { PageFacts } from '../pages/page-facts.ts';
import { observationsOf, observationsOfScan, type ScannedPage } from './read-observations.ts';

const field = (name: string, type = 'text', is_hidden = false) => ({
  tag: 'input' as const,
  type,
  name,
  label: '',
  placeholder: '',
  autocomplete: '',
  is_required: false,
  is_hidden,
});
const page = (fields: object[], over: object = {}): PageFacts =>
  ({
    url: 'https://sever.test/contact',
    forms: [{ fields, role: null, links: ['/legal/privacy', '/soglasie'], ...over }],
    resources: [
      { kind: 'script', address: 'mc.yandex.ru/metrika/tag.js' },
      { kind: 'script', address: 'sever.test/app.js' },
    ],
  }) as unknown as PageFacts;

test('forms, their documents and the services of pages come from the facts of an audit', () => {
  expect(observationsOf([page([field('userPhone'), field('secret_email', 'email', true), field('telegram')])])).toEqual(
    {
      forms: [
        { url: 'https://sever.test/contact', kinds: ['phone'], documents: ['privacy_policy', 'personal_data_consent'] },
      ],
      services: [expect.objectContaining({ name: 'Яндекс Метрика', is_foreign: false })],
    },
  );
});

test('a search, a login and a form about no person ask for nothing', () => {
  const email = field('email', 'email');
  const pages = [
    page([email], { role: 'search' }),
    page([email, field('p', 'password')]),
    page([field('company_name')]),
  ];
  expect(observationsOf(pages).forms).toEqual([]);
});

test('stored pages of a scan of personal data name forms, documents, and services of code and requests', () => {
  const form = (key: string, purpose: string, kinds: string[]) => ({
    key,
    purpose,
    kinds,
    links: [{ url: 'https://sever.test/p', text: 'Политика конфиденциальности' }],
  });
  const facts = (forms: object[], address: string) => ({
    url: 'https://sever.test/',
    forms,
    resources: [{ kind: 'script', address, selector: 'script' }],
  });
  const contact = form('contact', 'contact', ['name', 'phone', 'gender']);
  const stored = [
    {
      facts: facts([contact, form('login', 'login', ['email'])], 'mc.yandex.ru/metrika/tag.js'),
      rendered: null,
      seen: null,
    },
    {
      facts: facts([contact], 'sever.test/a.js'),
      rendered: null,
      seen: { requests: ['o1.ingest.sentry.io/x'], cookies: [] },
    },
    { facts: null, rendered: null, seen: null },
  ] as unknown as ScannedPage[];
  expect(observationsOfScan(stored)).toEqual({
    forms: [{ url: 'https://sever.test/', kinds: ['name', 'phone'], documents: ['privacy_policy'] }],
    services: [
      expect.objectContaining({ name: 'Яндекс Метрика', is_foreign: false }),
      expect.objectContaining({ name: 'Sentry', is_foreign: true }),
    ],
  });
});
