import { newId } from '@platform/runtime';
import { workConformance } from '@platform/testing/work-conformance';
import type { App } from '../src/app.ts';
import { competitorKind } from '../src/competitors/competitor-work.ts';
import { psiKind } from '../src/performance/psi-work.ts';
import { competitors, psi_results } from '../src/schema.ts';

const timing = { pollMs: 5_000 } as App['timing'];
const appOf = (parts: object) => ({ timing, ...parts }) as App;

workConformance('on measurements of pages', {
  service: 'seo-rkn',
  kind: (platform) => psiKind(appOf({ ...platform, psi: async () => ({ error: 'unreachable' }) })),
  async insertDue({ db }, { due_at }) {
    const id = newId();
    await db.insert(psi_results).values({
      id,
      site_id: newId(),
      url_hash: newId(),
      url: 'https://example.com/',
      strategy: 'mobile',
      state: 'waiting',
      requested_at: due_at,
      due_at,
    });
    return id;
  },
});

workConformance('on competitors', {
  service: 'seo-rkn',
  kind: (platform) => competitorKind(appOf(platform)),
  async insertDue({ db }, { due_at }) {
    const id = newId();
    await db.insert(competitors).values({
      id,
      site_id: newId(),
      origin: `https://${id}.example`,
      state: 'waiting',
      created_at: due_at,
      due_at,
    });
    return id;
  },
});
