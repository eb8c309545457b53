import { afterAll, beforeAll } from '@jest/globals';
import type { Reply, Route } from '@platform/contracts';
import { requestPath } from '@platform/contracts';
import type { AuthKind } from '@platform/contracts/kit';
import { aSvg } from '@platform/testing';
import { anyVersion } from './content-world.ts';
import { once } from './make-once.ts';
import { exampleRequest, type Send, sampleParams, wire, without } from './probes.ts';
import { socialMakers } from './social-world.ts';
import { type PlatformClient, startTestPlatform, type TestPlatform } from './test-platform.ts';

/** A platform as the callers of its gateway see it. */
export interface FrontDoor {
  platform: TestPlatform;
  admin: PlatformClient;
  /** A registered user of the demo application. */
  user: Awaited<ReturnType<TestPlatform['registered']>>;
  /** Headers that satisfy an endpoint of this kind. */
  headersFor(auth: AuthKind): Promise<Record<string, string>>;
  callOf(
    route: Route,
    headers: Record<string, string>,
    path?: Record<string, string>,
  ): { method: string; target: string; headers: Record<string, string>; body?: string };
  /** Names of existing objects in the paths of public reads. */
  realPath(route: Route): Promise<Record<string, string>>;
  /** Makes an application whose tokens have its code as their audience. */
  createApplication(
    code: string,
  ): Promise<{ id: string; params: { application_id: string }; public_key: string; code: string }>;
  /** Registers the holder of a token: 200 when the token is accepted, as the application has no documents. */
  present(code: string, token: string): Promise<Reply>;
}

/**
 * The data of an answer.
 * @throws Error for an answer that refuses the call
 */
export function ok<T>(reply: Reply<T>): T {
  if (reply.status >= 400) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.data;
}

/** Work that ends what a test has opened. */
export type Close = () => Promise<void> | void;

/**
 * Registers the hooks of a suite about the gateway: it opens the front door, hands it over with a client that
 * changes nothing about a request, and ends both.
 * @param use keeps them; work that is given to `onEnd` runs before the platform stops, the last given first
 */
export function useFrontDoor(use: (door: FrontDoor, send: Send, onEnd: (close: Close) => void) => void): void {
  const closers: Close[] = [];
  beforeAll(async () => {
    const door = await openFrontDoor();
    const send = wire(door.platform.baseUrl);
    closers.push(() => door.platform.stop(), send.close);
    use(door, send, (close) => void closers.push(close));
  });
  afterAll(async () => {
    for (const close of closers.toReversed()) await close();
  });
}

/** Publishes a text of each kind under one slug, a banner and a file; answers how their paths name them. */
async function publishContent(admin: PlatformClient, application_id: string) {
  const [site] = ok(await admin.listSites({ query: { application_id } }));
  const params = { site_id: site?.id ?? '' };
  const slug = 'public-read';
  const body = 'Some text';
  const made = [
    ok(await admin.createPost({ params, body: { title: 'Post', slug, body } })),
    ok(await admin.createArticle({ params, body: { title: 'Article', slug, body } })),
    ok(
      await admin.createDocument({
        params,
        body: { title: 'Text', slug, doc_kind: 'guide', source_type: 'text', body },
      }),
    ),
    ok(await admin.createChangelogEntry({ params, body: { title: 'Changes', slug, body } })),
  ];
  const shown = { placement: 'modal', size: 'small', audience: 'both', html: '<p>Hello</p>' } as const;
  const banner = ok(await admin.createBanner({ params, body: { name: 'Banner', ...shown } }));
  for (const { id } of [...made, banner])
    ok(await admin.publishContent({ params: { ...params, item_id: id }, headers: anyVersion }));
  const asset = ok(await admin.uploadAsset({ params, query: { file_name: 'a.svg' }, file: new Blob([aSvg()]) }));
  return { slug, banner_id: banner.id, file: asset.path.split('/').at(-1) ?? '' };
}

/** Starts a platform with a user and an uploaded file. */
async function openFrontDoor(): Promise<FrontDoor> {
  const t = await startTestPlatform();
  const admin = t.client(await t.adminHeaders());
  const anna = await t.registered('anna');
  const file = new Blob([aSvg()]);
  const icon = ok(await admin.setApplicationIcon({ params: { application_id: t.demo.application_id }, file }));
  const assetName = icon.icon_url?.split('/').at(-1) ?? '';
  const published = once(() => publishContent(admin, t.demo.application_id));
  const social = socialMakers({ admin, database: t.database });
  return {
    platform: t,
    admin,
    user: anna,
    async headersFor(auth) {
      const all: Record<AuthKind, Record<string, string>> = {
        none: {},
        application: {},
        user_or_key: without(anna.headers, 'authorization'),
        key: without(anna.headers, 'authorization'),
        site_key: { 'x-public-key': t.demo.site_key },
        user: without(anna.headers, 'x-public-key'),
        user_and_key: anna.headers,
        user_or_admin: without(anna.headers, 'x-public-key'),
        admin: auth === 'admin' ? await t.adminHeaders() : {},
        worker: t.workerHeaders,
        webhook_token: { 'x-webhook-token': t.secrets.webhook_token },
      };
      return all[auth];
    },
    callOf: (route, headers, path = {}) => ({
      method: route.endpoint.method,
      target: requestPath(route.endpoint, {
        params: { ...sampleParams(route), site_code: t.demo.site_code, ...path },
        query: exampleRequest(route, { application_code: 'demo' }).query,
      }),
      ...(route.endpoint.body ? { body: '{}' } : {}),
      headers: { ...headers, ...(route.endpoint.body ? { 'content-type': 'application/json' } : {}) },
    }),
    async realPath({ id }) {
      const [document] = await t.consents(['personal_data_consent']);
      const { file, ...content } = await published();
      const cover = id === 'openSocialCover' ? await social.cover_name() : assetName;
      const name = id === 'openAsset' ? file : cover;
      return { id: document?.document_id ?? '', doc_kind: 'personal_data_consent', name, ...content };
    },
    async createApplication(code) {
      const application = ok(await admin.createApplication({ body: { code, name: code } }));
      const params = { application_id: application.id };
      const { issuer, jwksUrl } = t.sandboxes.idp;
      ok(await admin.setIdentityProvider({ params, body: { issuer, audience: code, jwks_url: jwksUrl } }));
      return { id: application.id, params, public_key: application.public_keys[0]?.key ?? '', code };
    },
    present: (code, token) =>
      t.client({ authorization: `Bearer ${token}` }).registerUser({ params: { app_code: code }, body: {} }),
  };
}
