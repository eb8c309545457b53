import { nameOf } from './kubernetes-objects.ts';
import { component, ofKind, type Policy, platformOf, type Rendering } from './kubernetes-rendering.ts';

interface Peer {
  podSelector?: { matchLabels?: Record<string, string> };
  ipBlock?: { cidr: string; except?: string[] };
}

interface Rule {
  ports?: { port: number | string }[];
  to?: Peer[];
}

const ports = { postgresql: 5432, nats: 4222, redis: 6379, dns: 53, traces: 4318, api: 8080 };

/** Ports that any pod of a service may reach, wherever the engine is. */
const sharedPorts: readonly (number | string)[] = [ports.nats, ports.dns, ports.traces];

/**
 * Networks that are not public: the host, the cluster, the metadata of the cloud, and these behind NAT64 (RFC
 * 6052).
 */
const privateNetworks: Record<string, readonly string[]> = {
  '0.0.0.0/0': ['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
  '::/0': [
    ...['a00:0/104', '6440:0/106', '7f00:0/104', 'a9fe:0/112', 'ac10:0/108', 'c0a8:0/112'].map(
      (v4) => `64:ff9b::${v4}`,
    ),
    'fc00::/7',
    'fe80::/10',
  ],
};

const isPublic = ({ ipBlock }: Peer): boolean => /\/[0-7]$/.test(ipBlock?.cidr ?? '');

/** Each rule of egress with its policy, and the component that it is for. */
const egressOf = (rendering: Rendering): { policy: string; from: string; rule: Rule }[] =>
  ofKind(rendering, 'NetworkPolicy').flatMap((object) =>
    ((object.spec.egress ?? []) as Rule[]).map((rule) => ({
      policy: nameOf(object),
      from: object.spec.podSelector.matchLabels?.[component] ?? '',
      rule,
    })),
  );

/** A policy of every rule of egress; answers the names of the NetworkPolicies with one that breaks it. */
const everyRule =
  (isRight: (rule: Rule, from: string, rendering: Rendering) => boolean) =>
  (rendering: Rendering): string[] =>
    egressOf(rendering)
      .filter(({ rule, from }) => !isRight(rule, from, rendering))
      .map(({ policy }) => policy);

const names = (rule: Rule, port: number): boolean => !rule.ports || rule.ports.some((one) => one.port === port);

/** Policies of what a pod may reach. */
export const egressPolicies: readonly Policy[] = [
  {
    rule: 'addresses outside are reached without the metadata of the cloud and the private networks',
    brokenBy: everyRule(({ to = [] }) =>
      to
        .filter(isPublic)
        .every(({ ipBlock }) =>
          privateNetworks[ipBlock?.cidr ?? '']?.every((network) => ipBlock?.except?.includes(network)),
        ),
    ),
  },
  {
    rule: 'a service calls public addresses on the ports that it declares, and nothing else calls any',
    brokenBy: everyRule((rule, from, { reaches }) => {
      if (!rule.to?.some(isPublic)) return true;
      const declared: readonly (number | string)[] = reaches.get(from)?.internetPorts ?? [];
      return rule.ports?.every(({ port }) => declared.includes(port)) ?? false;
    }),
  },
  {
    rule: 'a service that declares ports of public addresses may call them',
    brokenBy: (rendering) =>
      [...rendering.reaches].flatMap(([name, { internetPorts }]) => {
        const rules = egressOf(rendering).filter(({ from, rule }) => from === name && rule.to?.some(isPublic));
        const open = rules.flatMap(({ rule }) => rule.ports?.map(({ port }) => port) ?? []);
        return internetPorts.every((port) => open.includes(port)) ? [] : [name];
      }),
  },
  {
    rule: 'a rule of egress without an address is one of an engine that the pod uses, by its port',
    brokenBy: everyRule((rule, from, { reaches }) => {
      if (rule.to?.length) return true;
      const reach = reaches.get(from);
      const allowed = [
        ...sharedPorts,
        ...(reach?.hasSchema || from === 'migrate' ? [ports.postgresql] : []),
        ...(reach?.usesRedis ? [ports.redis] : []),
      ];
      return rule.ports?.every(({ port }) => allowed.includes(port)) ?? false;
    }),
  },
  {
    rule: 'PostgreSQL is reached by services with a schema and by migrations alone',
    brokenBy: everyRule(
      (rule, from, { reaches }) =>
        !names(rule, ports.postgresql) || from === 'migrate' || reaches.get(from)?.hasSchema === true,
    ),
  },
  {
    rule: 'Redis is reached by services that use it alone',
    brokenBy: everyRule(
      (rule, from, { reaches }) => !names(rule, ports.redis) || reaches.get(from)?.usesRedis === true,
    ),
  },
  {
    rule: 'the API of a service is reached by the gateway alone, and that of the gateway by no service',
    brokenBy: (rendering) => {
      const services = new Set(platformOf(rendering).map(({ labels }) => labels[component]));
      return everyRule(
        (rule, from, { gateway }) =>
          from === gateway ||
          !names(rule, ports.api) ||
          (!services.has(from) &&
            rule.to !== undefined &&
            rule.to.length > 0 &&
            rule.to.every(({ podSelector }) => podSelector?.matchLabels?.[component] === gateway)),
      )(rendering);
    },
  },
];
