import { auditEventOf } from '@platform/contracts/audit';
import type { CommandContract, QueryContract } from '@platform/contracts/kit';
import type { ServiceDefinition } from '../service.ts';
import { inboxOf, streamName, subjectOf } from './nats-stream.ts';

/** What a service declares about the bus. */
type Declaration = Pick<ServiceDefinition, 'contract' | 'asks' | 'consumes' | 'observes' | 'migrations'>;

/** Subjects that the user of a service may publish to and subscribe to. */
export interface NatsPermissions {
  publish: string[];
  subscribe: string[];
  /** Seconds in which the user may answer a request; null for a service that answers none. */
  answerSeconds: number | null;
}

const subjectsOf = (requests: readonly (QueryContract | CommandContract)[]): string[] =>
  requests.flatMap((request) => [
    request.subject,
    ...('formerly' in request && request.formerly !== undefined ? [request.formerly] : []),
  ]);

/** Seconds beyond the time limit of a request, for an answer that is under way. */
const graceSeconds = 5;

/**
 * The rights of a service on the bus. They follow from its contract and its declarations: it publishes its own
 * events, answers its own queries and commands, asks what it declares, and consumes what it declares, with
 * consumers of its own name. Pure.
 */
export function natsPermissions(definition: Declaration): NatsPermissions {
  const { contract, asks = [], consumes = {}, observes = [], migrations } = definition;
  const events = migrations ? [...Object.values(contract.events), auditEventOf(contract.name)] : [];
  const answers = [...Object.values(contract.queries), ...Object.values(contract.commands)];
  const consumers = Object.entries(consumes).flatMap(([name, { type }]) => {
    const durable = `${contract.name}__${name}`;
    return [
      `$JS.API.CONSUMER.CREATE.${streamName}.${durable}.${subjectOf(type)}`,
      `$JS.API.CONSUMER.INFO.${streamName}.${durable}`,
      `$JS.API.CONSUMER.MSG.NEXT.${streamName}.${durable}`,
      `$JS.ACK.${streamName}.${durable}.>`,
    ];
  });
  const seconds = answers.map((answer) => ('timeoutMs' in answer ? answer.timeoutMs / 1_000 : graceSeconds));
  return {
    publish: unique([...events.map(({ type }) => subjectOf(type)), ...subjectsOf(asks), ...consumers]),
    subscribe: unique([
      `${inboxOf(contract.name)}.>`,
      ...observes.map(({ type }) => subjectOf(type)),
      ...subjectsOf(answers),
    ]),
    answerSeconds: answers.length > 0 ? Math.ceil(Math.max(...seconds)) + graceSeconds : null,
  };
}

const unique = (all: readonly string[]): string[] => [...new Set(all)].sort();

/** The user that manages the event stream. */
export const natsAdmin = 'nats-admin';
/** The variable with the password of a user of NATS, for example `SEO_RKN_NATS_PASSWORD`. */
export const natsPasswordVariable = (user: string): string =>
  user === natsAdmin ? 'NATS_ADMIN_PASSWORD' : `${user.replaceAll('-', '_').toUpperCase()}_NATS_PASSWORD`;

/**
 * The `authorization` block of a NATS server: one user for each service with its rights, and the admin. The
 * passwords come from the environment of the server ({@link natsPasswordVariable}).
 * @see https://docs.nats.io/running-a-nats-service/configuration/securing_nats/authorization
 */
export function natsAuthorization(definitions: readonly Declaration[]): string {
  const users = definitions.map((definition) => {
    const { name } = definition.contract;
    const { publish, subscribe, answerSeconds } = natsPermissions(definition);
    const answering =
      answerSeconds === null ? [] : [`        allow_responses: { max: 1, expires: "${answerSeconds}s" }`];
    return [
      `    { user: ${quoted(name)}, password: $${natsPasswordVariable(name)}, permissions: {`,
      ...listOf('publish', publish),
      ...listOf('subscribe', subscribe),
      ...answering,
      '    } }',
    ].join('\n');
  });
  const admin = `    { user: ${quoted(natsAdmin)}, password: $${natsPasswordVariable(natsAdmin)} }`;
  return ['authorization {', '  users: [', ...[admin, ...users], '  ]', '}', ''].join('\n');
}

const quoted = (text: string): string => JSON.stringify(text);

const listOf = (name: string, subjects: readonly string[]): string[] => [
  `        ${name}: [`,
  ...subjects.map((subject) => `          ${quoted(subject)}`),
  '        ]',
];
