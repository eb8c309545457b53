import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Window } from 'happy-dom';
import type { ReactNode } from 'react';
import {
  data,
  fakePlatform,
  refusal,
  snapshotAnswer,
  snapshotClaims,
  snapshotSigner,
  userToken,
} from '../test/fake-platform.ts';
import { base, clientOf, entitlementsAddress, keysAddress, patientMs } from '../test/open-client.ts';
import type { PlatformClient } from './create-client.ts';

/** The hooks, rendered by React in the DOM of happy-dom. React looks for the DOM when it is loaded. */
const shared = globalThis as Record<string, unknown>;
let window: Window;
let hooks: typeof import('./react.ts');
let react: typeof import('react');
let createRoot: typeof import('react-dom/client')['createRoot'];
let hydrateRoot: typeof import('react-dom/client')['hydrateRoot'];
let renderToString: typeof import('react-dom/server')['renderToString'];
beforeAll(async () => {
  window = new Window();
  Object.assign(shared, { window, document: window.document, IS_REACT_ACT_ENVIRONMENT: true });
  react = await import('react');
  ({ createRoot, hydrateRoot } = await import('react-dom/client'));
  ({ renderToString } = await import('react-dom/server'));
  hooks = await import('./react.ts');
});
afterAll(async () => {
  for (const name of ['window', 'document', 'IS_REACT_ACT_ENVIRONMENT']) delete shared[name];
  await window.happyDOM.close();
});

const signer = snapshotSigner();
const routes = {
  [entitlementsAddress]: () => snapshotAnswer(signer.token(snapshotClaims(['export_pdf']))),
  [keysAddress]: () => ({ body: { keys: [signer.key] } }),
  [`GET ${base}/features`]: () => data({ features: { editor: true } }),
  [`GET ${base}/config`]: () => data({ config: { max_mb: 25 } }),
  [`GET ${base}/paywalls/main`]: () => data({ code: 'main', name: 'Main', paywall_items: [] }),
  [`GET ${base}/paywalls/other`]: () => data({ code: 'other', name: 'Other', paywall_items: [] }),
  [`GET ${base}/paywalls/absent`]: () => refusal(404, 'paywall_not_found'),
};

let errors: jest.SpiedFunction<typeof console.error>;
let client: PlatformClient;
let container: Element;
const stops: (() => void)[] = [];
beforeEach(() => {
  errors = jest.spyOn(console, 'error').mockImplementation(() => {});
  client = clientOf(fakePlatform(routes).fetch);
  container = window.document.createElement('div') as unknown as Element;
});
afterEach(async () => {
  client.stop();
  for (const stop of stops.splice(0)) await react.act(stop);
  expect(errors.mock.calls).toEqual([]);
  jest.restoreAllMocks();
});

const provided = (view: () => ReactNode, given: PlatformClient = client) =>
  react.createElement(hooks.PlatformProvider, { client: given }, react.createElement(view));

/** Renders a view into the container; answers how to render something else there. */
async function show(view: () => ReactNode) {
  const root = createRoot(container);
  stops.push(() => root.unmount());
  await react.act(() => root.render(provided(view)));
  return {
    unmount: () => react.act(() => root.unmount()),
    render: (next: ReactNode) => react.act(() => root.render(next)),
  };
}
const text = () => container.textContent;

test('a hook outside of a provider is an error', () => {
  const View = () => String(hooks.useEntitlement('export_pdf'));
  expect(() => renderToString(react.createElement(View))).toThrow('PlatformProvider is missing');
});

describe('a view renders again', () => {
  test('when an entitlement, a flag or a parameter changes', async () => {
    await show(() =>
      [
        `pdf ${hooks.useEntitlement('export_pdf')}`,
        `editor ${hooks.useFeature('editor', false)}`,
        `max ${hooks.useConfig('max_mb', 5)}`,
      ].join(', '),
    );
    expect(text()).toBe('pdf false, editor false, max 5');
    await react.act(() => client.ready({ timeoutMs: patientMs }));
    expect(text()).toBe('pdf true, editor true, max 25');
    await react.act(() => client.signOut());
    expect(text()).toBe('pdf false, editor false, max 25');
  });

  test('only when its own value changes', async () => {
    let renders = 0;
    await show(() => {
      renders += 1;
      return String(hooks.useEntitlement('unknown_code'));
    });
    await react.act(() => client.ready({ timeoutMs: patientMs }));
    expect([text(), renders]).toEqual(['false', 1]);
  });

  test('once for a fallback that is a new object each time', async () => {
    let renders = 0;
    await show(() => {
      renders += 1;
      return JSON.stringify(hooks.useConfig('absent', { size: 1 }));
    });
    expect([text(), renders]).toEqual(['{"size":1}', 1]);
  });

  test('for another client, and not for the former one', async () => {
    let renders = 0;
    const view = () => {
      renders += 1;
      return String(hooks.useEntitlement('export_pdf'));
    };
    const other = clientOf(fakePlatform(routes).fetch);
    stops.push(() => other.stop());
    const { render } = await show(() => null);
    await render(provided(view));
    await render(provided(view, other));
    const before = renders;
    await react.act(() => client.ready({ timeoutMs: patientMs }));
    expect([text(), renders - before]).toEqual(['false', 0]);
    await react.act(() => other.ready({ timeoutMs: patientMs }));
    expect(text()).toBe('true');
  });

  test('not after it is gone', async () => {
    let listeners = 0;
    let subscriptions = 0;
    const counted = {
      ...client,
      on: (...input: Parameters<PlatformClient['on']>) => {
        const end = client.on(...input);
        listeners += 1;
        subscriptions += 1;
        return () => {
          listeners -= 1;
          end();
        };
      },
    };
    let renders = 0;
    const view = () => {
      renders += 1;
      return String(hooks.useEntitlement('export_pdf'));
    };
    const { render, unmount } = await show(() => null);
    await render(provided(view, counted));
    expect([listeners, renders]).toEqual([1, 1]);
    await render(provided(view, counted));
    expect([listeners, subscriptions]).toEqual([1, 1]);
    await unmount();
    await react.act(() => client.ready({ timeoutMs: patientMs }));
    expect([listeners, text()]).toEqual([0, '']);
  });
});

describe('a paywall', () => {
  const view = (code: string) => () => {
    const { paywall, error } = hooks.usePaywall(code);
    return error ? `error ${error.code}` : (paywall?.name ?? 'loading');
  };

  test('is loading, and then there', async () => {
    const gate = Promise.withResolvers<void>();
    client.stop();
    client = clientOf(
      fakePlatform({
        ...routes,
        [`GET ${base}/paywalls/main`]: async () => {
          await gate.promise;
          return data({ code: 'main', name: 'Main', paywall_items: [] });
        },
      }).fetch,
    );
    await show(view('main'));
    expect(text()).toBe('loading');
    await react.act(async () => {
      gate.resolve();
      await client.paywall('main');
    });
    expect(text()).toBe('Main');
  });

  test('that the platform does not have is an error', async () => {
    await show(view('absent'));
    await react.act(() => client.paywall('absent').catch(() => {}));
    expect(text()).toBe('error paywall_not_found');
  });

  test('of another code is loading again, and never the former one', async () => {
    const seen: string[] = [];
    const View = ({ code }: { code: string }) => {
      const { paywall } = hooks.usePaywall(code);
      seen.push(`${code}: ${paywall?.name ?? 'loading'}`);
      return null;
    };
    const of = (code: string) =>
      react.createElement(hooks.PlatformProvider, { client }, react.createElement(View, { code }));
    const { render } = await show(() => null);
    await render(of('main'));
    await react.act(() => client.paywall('main').then(() => {}));
    await render(of('other'));
    await react.act(() => client.paywall('other').then(() => {}));
    expect([...new Set(seen)]).toEqual(['main: loading', 'main: Main', 'other: loading', 'other: Other']);
  });

  test('that comes after its view is gone changes nothing', async () => {
    const { unmount } = await show(view('main'));
    await unmount();
    await react.act(() => client.paywall('main').then(() => {}));
    expect(text()).toBe('');
  });
});

describe('a server', () => {
  const view = () =>
    `${hooks.useEntitlement('notes_basic')} ${hooks.useEntitlement('export_pdf')} ${hooks.usePaywall('main').paywall}`;
  const open = () =>
    clientOf(fakePlatform(routes).fetch, { freeEntitlements: ['notes_basic'], getToken: () => userToken('ada') });

  test('renders free codes and fallbacks, and calls nothing', () => {
    const api = fakePlatform(routes);
    const server = clientOf(api.fetch, { freeEntitlements: ['notes_basic'] });
    expect(renderToString(provided(view, server))).toBe('true false null');
    expect(api.seen).toEqual([]);
    server.stop();
  });

  test('and a browser agree on the first view, which then changes', async () => {
    client.stop();
    client = open();
    const server = open();
    container.innerHTML = renderToString(provided(view, server));
    server.stop();
    const recovered: unknown[] = [];
    await react.act(() => {
      const root = hydrateRoot(container, provided(view), { onRecoverableError: (error) => recovered.push(error) });
      stops.push(() => root.unmount());
    });
    expect(recovered).toEqual([]);
    await react.act(() => client.ready({ timeoutMs: patientMs }));
    expect(text()).toMatch(/^true true/);
  });
});
