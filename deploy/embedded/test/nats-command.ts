import { join } from 'node:path';

/**
 * Stands in for the command of NATS, which no package of this machine brings: the two calls that
 * operations.md makes.
 * @param root folder of the repository
 * @returns the text of an executable file
 */
export const natsCommand = (root: string): string => `#!${process.execPath}
const { createRequire } = require('node:module');
const load = createRequire(${JSON.stringify(join(root, 'packages/runtime/package.json'))});
const [area, verb, ...rest] = process.argv.slice(2);
(async () => {
  const connection = await load('@nats-io/transport-node').connect({ servers: process.env.NATS_URL });
  const { consumers } = await load('@nats-io/jetstream').jetstreamManager(connection);
  const call = [area, verb, rest.length, rest.find((one) => one.startsWith('--'))].join(' ');
  const [stream, name] = rest.filter((one) => !one.startsWith('--'));
  if (call === 'consumer ls 2 --names') for await (const one of consumers.list(stream)) console.log(one.name);
  else if (call === 'consumer rm 3 --force') await consumers.delete(stream, name);
  else throw new Error('unknown: ' + process.argv.slice(2).join(' '));
  await connection.close();
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
`;
