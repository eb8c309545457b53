import { platform as contracts, defaultTimeoutSeconds, routeTable } from '@platform/contracts';
import { type Labels, nameOf, selects, type Workload } from './kubernetes-objects.ts';
import { component, everyPod, ofKind, type Policy, platformOf, type Rendering } from './kubernetes-rendering.ts';

const slowestSeconds = Math.max(
  defaultTimeoutSeconds,
  ...routeTable(contracts).map(({ endpoint }) => endpoint.timeoutSeconds ?? 0),
);

interface Peer {
  podSelector?: { matchLabels?: Labels };
  namespaceSelector?: { matchLabels?: Labels };
  ipBlock?: object;
}

interface Rule {
  ports?: { port: number | string }[];
  from?: Peer[];
}

const apiPort = 8080;

/** Whether a Service has an address outside of the cluster. */
const isOutside = ({ type }: { type?: string }): boolean => type !== undefined && type !== 'ClusterIP';

/** Names of the Services of the gateway. */
const gatewayServices = (rendering: Rendering): string[] =>
  ofKind(rendering, 'Service')
    .filter(({ spec }) => spec.selector[component] === rendering.gateway)
    .map(({ metadata }) => metadata.name);

/** Seconds of a duration of the Gateway API, `1h30m`; 0 stands for no limit. */
function secondsOf(duration: string): number {
  const units: Readonly<Record<string, number>> = { h: 3_600, m: 60, s: 1, ms: 0.001 };
  const parts = [...duration.matchAll(/(\d+)(h|ms|m|s)/g)];
  const seconds = parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (units[unit] ?? 0), 0);
  return seconds === 0 ? Number.POSITIVE_INFINITY : seconds;
}

const rulesFor = (rendering: Rendering, workload: Workload, port: number): Rule[] =>
  ofKind(rendering, 'NetworkPolicy')
    .filter(({ spec }) => selects(spec.podSelector.matchLabels, workload.labels))
    .flatMap(({ spec }) => (spec.ingress ?? []) as Rule[])
    .filter(({ ports }) => !ports || ports.some((one) => one.port === port));

/** A peer of a policy that names labels: an empty selector matches all pods. */
const isNarrow = (labels: Labels | undefined): boolean => Object.keys(labels ?? {}).length > 0;

/** Policies of traffic: selectors, Services, NetworkPolicies, the ingress and monitors. */
export const networkPolicies: readonly Policy[] = [
  {
    rule: 'a selector takes the pods of its own template',
    brokenBy: ({ workloads }) =>
      workloads
        .filter(({ object, labels }) => object.spec.selector && !selects(object.spec.selector.matchLabels, labels))
        .map(({ name }) => name),
  },
  {
    rule: 'a Service leads to the pods of one workload, to ports that they have',
    brokenBy: (rendering) =>
      ofKind(rendering, 'Service')
        .filter(({ spec }) => {
          const found = rendering.workloads.filter(({ labels }) => selects(spec.selector, labels));
          const names = found.flatMap(({ pod }) =>
            pod.containers.flatMap(({ ports = [] }) => ports.map((p) => p.name)),
          );
          return (
            found.length !== 1 ||
            spec.ports.some(({ targetPort }: { targetPort: string }) => !names.includes(targetPort))
          );
        })
        .map(nameOf),
  },
  {
    rule: 'only the API of the gateway is behind an ingress, a route, or a Service of the outside; an ingress has a certificate',
    brokenBy: (rendering) => [
      ...ofKind(rendering, 'HTTPRoute')
        .filter(({ spec }) => {
          const backends: { name: string; port: number }[] = spec.rules.flatMap(
            ({ backendRefs }: { backendRefs: { name: string; port: number }[] }) => backendRefs,
          );
          return backends.some(({ name, port }) => !gatewayServices(rendering).includes(name) || port !== apiPort);
        })
        .map(nameOf),
      ...ofKind(rendering, 'Ingress')
        .filter(({ spec }) => {
          const backends: string[] = (spec.rules ?? []).flatMap(
            ({ http }: { http: { paths: { backend: { service: { name: string } } }[] } }) =>
              http.paths.map(({ backend }) => backend.service.name),
          );
          const names = gatewayServices(rendering);
          return spec.defaultBackend || !spec.tls?.length || backends.some((name) => !names.includes(name));
        })
        .map(nameOf),
      ...ofKind(rendering, 'Service')
        .filter(
          ({ spec }) =>
            isOutside(spec) &&
            (spec.selector[component] !== rendering.gateway ||
              spec.ports.some(({ targetPort }: { targetPort: string }) => targetPort !== 'http')),
        )
        .map(nameOf),
    ],
  },
  {
    rule: 'a pod is selected by exactly one NetworkPolicy, which names both directions',
    brokenBy: (rendering) =>
      everyPod((_, { labels }) => {
        const policiesOfPod = ofKind(rendering, 'NetworkPolicy').filter(({ spec }) =>
          selects(spec.podSelector.matchLabels, labels),
        );
        const types: string[] = policiesOfPod[0]?.spec.policyTypes ?? [];
        return policiesOfPod.length === 1 && types.includes('Ingress') && types.includes('Egress');
      })(rendering),
  },
  {
    rule: 'the API of a service answers only the pods of the gateway',
    brokenBy: (rendering) =>
      platformOf(rendering)
        .filter(({ labels }) => labels[component] !== rendering.gateway)
        .filter((workload) =>
          rulesFor(rendering, workload, 8080).some(
            ({ from }) =>
              !from ||
              from.length === 0 ||
              from.some(
                (peer) =>
                  peer.namespaceSelector !== undefined ||
                  peer.ipBlock !== undefined ||
                  peer.podSelector?.matchLabels?.[component] !== rendering.gateway,
              ),
          ),
        )
        .map(({ name }) => name),
  },
  {
    rule: 'the gateway answers the named peers in front of it, networks alone where it has a Service of the outside, and pods of its release',
    brokenBy: (rendering) =>
      platformOf(rendering)
        .filter(({ labels }) => labels[component] === rendering.gateway)
        .filter((workload) => {
          const rules = rulesFor(rendering, workload, 8080);
          const peers = rules.flatMap(({ from }) => from ?? []);
          const hasProxy = ['Ingress', 'HTTPRoute'].some((kind) => ofKind(rendering, kind).length > 0);
          const isPublic = ofKind(rendering, 'Service').some(({ spec }) => isOutside(spec));
          const isNamed = ({ podSelector, namespaceSelector }: Peer) =>
            isNarrow(podSelector?.matchLabels) || isNarrow(namespaceSelector?.matchLabels);
          return (
            rules.length === 0 ||
            rules.some(({ from }) => !from || from.length === 0) ||
            (hasProxy && !peers.some(({ namespaceSelector }) => isNarrow(namespaceSelector?.matchLabels))) ||
            (isPublic && !peers.some(({ ipBlock }) => ipBlock)) ||
            peers.some((peer) => (peer.ipBlock === undefined ? !isNamed(peer) : !isPublic))
          );
        })
        .map(({ name }) => name),
  },
  {
    rule: 'metrics are read from the namespace of the monitoring and from nowhere else',
    brokenBy: (rendering) =>
      platformOf(rendering)
        .filter((workload) => {
          const rules = rulesFor(rendering, workload, 9090);
          return (
            rules.length !== 1 ||
            rules.some(
              ({ from, ports }) =>
                ports?.length !== 1 ||
                !from?.length ||
                from.some(
                  (peer) =>
                    peer.ipBlock !== undefined ||
                    peer.podSelector !== undefined ||
                    !isNarrow(peer.namespaceSelector?.matchLabels),
                ),
            )
          );
        })
        .map(({ name }) => name),
  },
  {
    rule: 'an ingress of nginx waits longer than the slowest endpoint may take',
    brokenBy: (rendering) =>
      ofKind(rendering, 'Ingress')
        .filter(
          ({ spec, metadata: { annotations = {} } }) =>
            spec.ingressClassName === 'nginx' &&
            ['read', 'send'].some(
              (way) => !(Number(annotations[`nginx.ingress.kubernetes.io/proxy-${way}-timeout`]) > slowestSeconds),
            ),
        )
        .map(nameOf),
  },
  {
    rule: 'a route waits longer than the slowest endpoint may take',
    brokenBy: (rendering) =>
      ofKind(rendering, 'HTTPRoute')
        .filter(({ spec }) =>
          spec.rules.some(({ timeouts }: { timeouts?: { request?: string; backendRequest?: string } }) =>
            [timeouts?.request, timeouts?.backendRequest].some(
              (duration) => duration === undefined || secondsOf(duration) <= slowestSeconds,
            ),
          ),
        )
        .map(nameOf),
  },
  {
    rule: 'a monitor reads a port of a Service that is there',
    brokenBy: (rendering) =>
      ofKind(rendering, 'ServiceMonitor')
        .filter(({ spec }) => {
          const services = ofKind(rendering, 'Service').filter(({ metadata }) =>
            selects(spec.selector.matchLabels, metadata.labels ?? {}),
          );
          return (
            services.length === 0 ||
            spec.endpoints.some(({ port }: { port: string }) =>
              services.some((service) => !service.spec.ports.some(({ name }: { name: string }) => name === port)),
            )
          );
        })
        .map(nameOf),
  },
  {
    rule: 'a monitor leaves the labels of metrics alone and adds the two that the alerts ask for',
    brokenBy: (rendering) =>
      ofKind(rendering, 'ServiceMonitor')
        .filter(
          ({ spec }) =>
            spec.jobLabel !== 'app.kubernetes.io/part-of' ||
            spec.endpoints.some(
              ({ honorLabels, relabelings = [] }: { honorLabels?: boolean; relabelings?: { targetLabel: string }[] }) =>
                !honorLabels || !relabelings.some(({ targetLabel }) => targetLabel === 'app'),
            ),
        )
        .map(nameOf),
  },
];
