import { auditEventOf } from '@platform/contracts/audit';
import type { CommandContract, QueryContract } from '@platform/contracts/kit';
import { natsPasswordVariable } from '@platform/contracts/service-names';
import type { ServiceDefinition } from '../service.ts';
import { answersOf, durableConsumersOf, inboxOf, serverApi, serviceApi, streamName, subjectOf } from './nats-names.ts';

/** What a service declares about the bus. */
type Declaration = Pick<ServiceDefinition, 'contract' | 'dependencies' | 'consumes' | 'observes'> &
  Partial<Pick<ServiceDefinition, 'migrations'>>;

/** Subjects that the user of a service may publish to and subscribe to. */
export interface NatsPermissions {
  publish: string[];
  subscribe: string[];
}

const subjectsOf = (requests: readonly (QueryContract | CommandContract)[]): string[] =>
  requests.flatMap((request) => [
    request.subject,
    ...('formerly' in request && request.formerly !== undefined ? [request.formerly] : []),
  ]);

/**
 * The rights of a service on the bus. They follow from its contract and its declarations: it publishes its
 * own events, answers its own queries and commands, sends the requests that it declares, and pulls from the
 * durable consumers that it declares. {@link prepareStream} creates these consumers.
 *
 * It may answer only to inboxes with its name in the subject. `allow_responses` would be no limit: it allows
 * an answer to any subject that a request names, and a service that subscribes to its own events can send
 * itself such a request.
 */
export function natsPermissions(definition: Declaration): NatsPermissions {
  const { contract, dependencies = [], consumes = {}, observes = [], migrations } = definition;
  const events = migrations ? [...Object.values(contract.events), auditEventOf(contract.name)] : [];
  const answers = [...Object.values(contract.queries), ...Object.values(contract.commands)];
  const consumers = durableConsumersOf([{ contract, consumes }]).flatMap(({ name }) => [
    `${serviceApi}.CONSUMER.INFO.${streamName}.${name}`,
    `${serviceApi}.CONSUMER.MSG.NEXT.${streamName}.${name}`,
    `$JS.ACK.${streamName}.${name}.>`,
  ]);
  return {
    publish: unique([
      ...events.map(({ type }) => subjectOf(type)),
      ...subjectsOf(dependencies),
      ...(consumers.length > 0 ? [`${serviceApi}.INFO`, ...consumers] : []),
      ...(answers.length > 0 ? [`${answersOf('*', contract.name)}.>`] : []),
    ]),
    subscribe: unique([
      `${inboxOf(contract.name)}.>`,
      ...observes.map(({ type }) => subjectOf(type)),
      ...subjectsOf(answers),
    ]),
  };
}

const unique = (all: readonly string[]): string[] => [...new Set(all)].sort();

/** The user that manages the event stream, and the variable with its password. */
export const natsAdmin = { user: 'nats-admin', passwordVariable: 'NATS_ADMIN_PASSWORD' } as const;

/** Requests that services may send to the account of the stream, as the server names them. */
const exported = [
  { api: false, subject: subjectOf('>') },
  { api: false, subject: `$JS.ACK.${streamName}.>` },
  { api: true, subject: 'INFO' },
  { api: true, subject: `CONSUMER.INFO.${streamName}.*` },
  // A pull is answered by many messages.
  { api: true, subject: `CONSUMER.MSG.NEXT.${streamName}.*`, response: 'stream' },
];

/**
 * The users of a NATS server, in two accounts: the stream and its admin in one, a user for each service with
 * its rights in the other. The JetStream server answers to any reply subject that a request names, without a
 * check of permissions. The separate account of the stream limits this: such an answer reaches only the
 * account of the services, where nothing subscribes to `$JS.API.STREAM.DELETE`. The passwords come from the
 * environment of the server ({@link natsPasswordVariable}).
 * @see https://docs.nats.io/running-a-nats-service/configuration/securing_nats/accounts
 */
export function natsAccounts(definitions: readonly Declaration[]): string {
  const users = definitions.flatMap((definition) => {
    const { name } = definition.contract;
    const { publish, subscribe } = natsPermissions(definition);
    return [
      `      { user: ${quoted(name)}, password: $${natsPasswordVariable(name)}, permissions: {`,
      ...listOf('publish', publish),
      ...listOf('subscribe', subscribe),
      '      } }',
    ];
  });
  const admin = `{ user: ${quoted(natsAdmin.user)}, password: $${natsAdmin.passwordVariable} }`;
  const exports = exported.map(({ api, subject, response }) => {
    const shape = response === undefined ? '' : `, response: ${quoted(response)}`;
    return `      { service: ${quoted(api ? `${serverApi}.${subject}` : subject)}${shape} }`;
  });
  const imports = exported.map(({ api, subject }) => {
    const service = (own: string) => `service: { account: STREAM, subject: ${quoted(own)} }`;
    if (!api) return `      { ${service(subject)} }`;
    return `      { ${service(`${serverApi}.${subject}`)}, to: ${quoted(`${serviceApi}.${subject}`)} }`;
  });
  return [
    'accounts {',
    '  STREAM {',
    '    jetstream: enabled',
    '    users: [',
    `      ${admin}`,
    '    ]',
    '    exports: [',
    ...exports,
    '    ]',
    '  }',
    '  SERVICES {',
    '    imports: [',
    ...imports,
    '    ]',
    '    users: [',
    ...users,
    '    ]',
    '  }',
    '}',
    // The default of two seconds refuses a process that starts on a busy machine.
    `authorization { timeout: ${loginSeconds} }`,
    '',
  ].join('\n');
}

const loginSeconds = 10;

const quoted = (text: string): string => JSON.stringify(text);

/**
 * Permission lines of a user. An empty list denies every subject, because NATS reads an empty list as no
 * limit.
 */
const listOf = (name: string, subjects: readonly string[]): string[] =>
  subjects.length === 0
    ? [`        ${name}: { deny: ">" }`]
    : [`        ${name}: [`, ...subjects.map((subject) => `          ${quoted(subject)}`), '        ]'];
