import { camelName } from '@platform/contracts';

/** The files of a new service, by their paths. The migration is written by drizzle-kit from the schema. */
export function newServiceFiles(name: string): Record<string, string> {
  const id = camelName(name);
  const folder = `services/${name}`;
  const manifest = {
    name: `@platform/${name}`,
    version: '0.1.0',
    private: true,
    type: 'module',
    exports: { '.': './src/service.ts' },
    scripts: { start: 'node src/main.ts', test: `make -C ../.. test TEST=services/${name}` },
    dependencies: {
      '@platform/contracts': '0.1.0',
      '@platform/runtime': '0.1.0',
      'drizzle-orm': '0.45.3',
      zod: '4.6.5',
    },
  };
  return {
    [`packages/contracts/src/${name}.ts`]: `import { service } from './kit.ts';

export const ${id} = service({ name: '${name}', endpoints: {}, events: {}, queries: {}, commands: {} });
`,
    [`${folder}/package.json`]: `${JSON.stringify(manifest, null, 2)}\n`,
    [`${folder}/README.md`]: `# ${name}

**Owns** (schema \`${name}\`): nothing yet.

**Events in:** none. **Events out:** none. **Answers:** nothing. **Carries out:** nothing. **Asks:** nothing. **Calls:** nothing.

## Runbook

Nothing yet.
`,
    [`${folder}/CHANGELOG.md`]: `# Changelog of ${name}

Releases of this service alone. The tag \`${name}/v1.2.3\` needs an entry \`## 1.2.3\`: what changes, and what an operator does.
A release of the platform (\`v1.2.3\`) needs none.
`,
    [`${folder}/src/main.ts`]: `import { runProcess } from '@platform/runtime';
import { ${id}Service } from './service.ts';

await runProcess(${id}Service, { env: process.env, argv: process.argv });
`,
    [`${folder}/src/service.ts`]: `import { ${id} } from '@platform/contracts';
import { defineService } from '@platform/runtime';
import { ${id}Config } from './config.ts';
import { routes } from './routes.ts';

export const ${id}Service = defineService({
  contract: ${id},
  config: ${id}Config,
  migrations: new URL('../migrations', import.meta.url),
  create: ({ platform }) => ({ routes: routes(platform), queries: {}, commands: {} }),
});
`,
    [`${folder}/src/app.ts`]: `import type { DatabasePlatform } from '@platform/runtime';

/** Dependencies of the use cases of this service; each takes the part it needs. */
export type App = DatabasePlatform;
`,
    [`${folder}/src/config.ts`]: `import { z } from 'zod';

/** Nothing of its own yet: what every service reads is enough. */
export const ${id}Config = z.object({});
`,
    [`${folder}/src/routes.ts`]: `import type { ${id} } from '@platform/contracts';
import type { Handlers } from '@platform/contracts/kit';
import type { App } from './app.ts';

/** One line for each endpoint. */
export const routes = (_app: App): Handlers<typeof ${id}> => ({});
`,
    [`${folder}/src/schema.ts`]: `import { messagingTables } from '@platform/runtime';
import { pgSchema } from 'drizzle-orm/pg-core';

export const schema = pgSchema('${name}');

export const { outbox, inbox, dead_letters, idempotency_keys, jobs } = messagingTables(schema);
`,
    [`${folder}/test/${name}.service.test.ts`]: `import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startService, type TestService } from '@platform/testing';
import { ${id}Service } from '../src/service.ts';

let service: TestService<typeof ${id}Service.contract>;
beforeAll(async () => {
  service = await startService(${id}Service);
});
afterAll(() => service.stop());

test('the service is ready on its own schema', async () => {
  expect((await fetch(\`\${service.baseUrl}/ready\`)).status).toBe(200);
});
`,
  };
}
