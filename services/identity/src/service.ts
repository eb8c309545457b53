import { identity } from '@platform/contracts';
import {
  boundedCache,
  createGeo,
  createReadCache,
  createTokenSigner,
  type DatabasePlatform,
  defineService,
  type Envelope,
  overridable,
  WorkRunner,
} from '@platform/runtime';
import { ensureFirstOwner } from './admins/ensure-first-owner.ts';
import { createLoginGuard } from './admins/login-guard.ts';
import { reportFailedLogins } from './admins/login-records.ts';
import { createPasswords } from './admins/passwords.ts';
import type { App } from './app.ts';
import { commands } from './commands.ts';
import { identityConfig } from './config.ts';
import { sweepErasures } from './consents/erased-subjects.ts';
import { findSiteZone } from './consents/find-site-zone.ts';
import { observeLedgers } from './consents/observe-ledgers.ts';
import { requestDailyVerifications } from './consents/request-verification.ts';
import { signChainHeads } from './consents/sign-chain-heads.ts';
import { verificationKind } from './consents/verification-work.ts';
import { consumers } from './consumers.ts';
import { dependencies } from './dependencies.ts';
import { createErasurePseudonyms } from './erasures/erasure-pseudonyms.ts';
import { createLegalRenderer } from './legal/legal-renderer.ts';
import { warnOfMissingDocuments } from './legal/missing-documents.ts';
import { identityMetrics } from './metrics.ts';
import { queries } from './queries.ts';
import { routes } from './routes.ts';
import { sealed } from './sealed.ts';
import { consumes, observes } from './subscriptions.ts';

/** Users and their devices, administrators, legal documents and the consent ledger. */
export const identityService = defineService({
  contract: identity,
  dependencies,
  consumes,
  observes,
  config: identityConfig,
  usesKeyValue: true,
  migrations: new URL('../migrations/', import.meta.url),
  sealed,
  metrics: identityMetrics,
  overrides: overridable<{ loginWaitMs: number }>(),
  create({ platform, config, overrides }) {
    const passwords = createPasswords(overrides.loginWaitMs);
    const evidence = createTokenSigner(config.CONSENT_SIGNING_KEYS);
    const app: App = {
      ...(platform satisfies DatabasePlatform),
      settings: config,
      passwords,
      loginGuard: createLoginGuard(platform.kv, passwords),
      legalPages: boundedCache({ maxBytes: 16 * 1024 * 1024 }),
      legalReads: createReadCache(),
      ownersFacts: createReadCache({ maxBytes: 4 * 1024 * 1024 }),
      // A legal text is shown however long its rendering takes: people may have accepted it.
      renderer: createLegalRenderer(),
      evidence,
      erasurePseudonyms: createErasurePseudonyms(platform),
      geo: createGeo({ paths: config.GEO_DATABASE_PATH, log: platform.log }),
      verificationRunner: new WorkRunner(platform, verificationKind({ ...platform, evidence })),
    };
    const forgetOwner = ({ data }: Envelope) => app.legalReads.invalidate((data as { owner_id: string }).owner_id);
    const { legalDocumentPublished, legalDocumentWithdrawn } = identity.events;
    observeLedgers(app);
    return {
      routes: routes(app),
      zoneOfSite: (site_id) => findSiteZone(app, site_id),
      queries: queries(app),
      commands: commands(app),
      consumers: consumers(app),
      jobs: [
        { name: 'sign-chain-heads', everySeconds: 3600, run: () => signChainHeads(app) },
        { name: 'request-verifications', everySeconds: 3600, run: () => requestDailyVerifications(app) },
        { name: 'warn-of-missing-documents', everySeconds: 3600, run: () => warnOfMissingDocuments(app) },
        { name: 'sweep-erasures', everySeconds: 3600, run: () => sweepErasures(app) },
        { name: 'report-failed-logins', everySeconds: 300, run: () => reportFailedLogins(app) },
      ],
      observers: [legalDocumentPublished, legalDocumentWithdrawn].map(({ type }) => ({ type, observe: forgetOwner })),
      work: [app.verificationRunner],
      start: async () => {
        await app.erasurePseudonyms.prepare();
        await ensureFirstOwner(app);
      },
      stop: () => app.renderer.close(),
    };
  },
});
