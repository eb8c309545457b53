import { platform as contracts, defaultTimeoutSeconds, routeTable, schedules } from '@platform/contracts';
import {
  containersOf,
  isHook,
  type KubernetesObject,
  type Labels,
  nameOf,
  type PodSpec,
  selects,
  type Workload,
  workloadsOf,
} from './kubernetes-objects.ts';

/** The input of the policies: one rendering of the chart. */
export interface Rendering {
  objects: readonly KubernetesObject[];
  workloads: readonly Workload[];
  /** Secrets that the values say are there already. */
  existingSecrets: ReadonlySet<string>;
  /** The service that the outside may reach. */
  gateway: string;
}

export interface Policy {
  /** The rule, as a sentence. */
  rule: string;
  /** Names of the objects that break it. */
  brokenBy(rendering: Rendering): string[];
}

export const renderingOf = (
  objects: readonly KubernetesObject[],
  options: { existingSecrets?: ReadonlySet<string>; gateway?: string } = {},
): Rendering => ({
  objects,
  workloads: workloadsOf(objects),
  existingSecrets: options.existingSecrets ?? new Set(),
  gateway: options.gateway ?? 'gateway',
});

export const policyViolations = (rendering: Rendering): string[] =>
  policies.flatMap(({ rule, brokenBy }) => brokenBy(rendering).map((who) => `${who} breaks the rule: ${rule}`));

const component = 'app.kubernetes.io/component';

const everyContainer =
  (isRight: (container: ReturnType<typeof containersOf>[number], pod: PodSpec) => boolean) =>
  ({ workloads }: Rendering): string[] =>
    workloads.flatMap(({ name, pod }) =>
      containersOf(pod)
        .filter((container) => !isRight(container, pod))
        .map((container) => `${name}, container ${container.name}`),
    );

const everyPod =
  (isRight: (pod: PodSpec, workload: Workload) => boolean) =>
  ({ workloads }: Rendering): string[] =>
    workloads.filter((workload) => !isRight(workload.pod, workload)).map(({ name }) => name);

const ofKind = ({ objects }: Rendering, kind: string): KubernetesObject[] =>
  objects.filter((object) => object.kind === kind);

const deployments = ({ workloads }: Rendering): Workload[] =>
  workloads.filter(({ object }) => object.kind === 'Deployment');

const scalerOf = (rendering: Rendering, { object }: Workload): KubernetesObject | undefined =>
  ofKind(rendering, 'HorizontalPodAutoscaler').find(({ spec }) => spec.scaleTargetRef.name === object.metadata.name);

/** The fewest replicas that are meant to run. */
const replicasOf = (rendering: Rendering, workload: Workload): number =>
  scalerOf(rendering, workload)?.spec.minReplicas ?? workload.object.spec.replicas ?? 1;

const staysUp = ({ object }: Workload): boolean => ['Deployment', 'StatefulSet', 'DaemonSet'].includes(object.kind);

const secretName = /SECRET|PASSWORD|TOKEN|_KEYS?(_ID)?$|DATABASE_URL/;

const ownersSecret = /MIGRATION_DATABASE_URL|PLATFORM_MIGRATOR_PASSWORD|POSTGRES_PASSWORD/;

const slowestSeconds = Math.max(
  defaultTimeoutSeconds,
  ...routeTable(contracts).map(({ endpoint }) => endpoint.timeoutSeconds ?? 0),
);

interface Rule {
  ports?: { port: number | string }[];
  from?: { podSelector?: { matchLabels?: Labels }; namespaceSelector?: { matchLabels?: Labels }; ipBlock?: object }[];
}

const rulesFor = (rendering: Rendering, workload: Workload, port: number): Rule[] =>
  ofKind(rendering, 'NetworkPolicy')
    .filter(({ spec }) => selects(spec.podSelector.matchLabels, workload.labels))
    .flatMap(({ spec }) => (spec.ingress ?? []) as Rule[])
    .filter(({ ports }) => !ports || ports.some((one) => one.port === port));

/** A peer of a policy that names labels: an empty selector matches all pods. */
const isNarrow = (labels: Labels | undefined): boolean => Object.keys(labels ?? {}).length > 0;

const platformOf = (rendering: Rendering): Workload[] =>
  deployments(rendering).filter(({ labels }) => labels[component] !== undefined);

/** Names that a pod refers to, with what would have to be there. */
function references({ pod }: Workload): { kind: string; name: string; key?: string; isOptional: boolean }[] {
  return [
    ...containersOf(pod).flatMap((container) => [
      ...(container.envFrom ?? []).flatMap(({ configMapRef, secretRef }) => [
        ...(configMapRef ? [{ kind: 'ConfigMap', name: configMapRef.name, isOptional: false }] : []),
        ...(secretRef ? [{ kind: 'Secret', name: secretRef.name, isOptional: false }] : []),
      ]),
      ...(container.env ?? []).flatMap(({ valueFrom }) => {
        const ref = valueFrom?.secretKeyRef;
        return ref ? [{ kind: 'Secret', name: ref.name, key: ref.key, isOptional: ref.optional === true }] : [];
      }),
    ]),
    ...(pod.volumes ?? []).flatMap(({ configMap, secret, persistentVolumeClaim }) => [
      ...(configMap ? [{ kind: 'ConfigMap', name: configMap.name, isOptional: false }] : []),
      ...(secret ? [{ kind: 'Secret', name: secret.secretName, isOptional: false }] : []),
      ...(persistentVolumeClaim
        ? [{ kind: 'PersistentVolumeClaim', name: persistentVolumeClaim.claimName, isOptional: false }]
        : []),
    ]),
    ...(pod.serviceAccountName ? [{ kind: 'ServiceAccount', name: pod.serviceAccountName, isOptional: false }] : []),
  ];
}

const hasReferred = (object: KubernetesObject, key: string | undefined): boolean =>
  key === undefined || key in { ...object.data, ...object.stringData };

const runsBeforeInstall = ({ object }: Workload): boolean =>
  object.metadata.annotations?.['helm.sh/hook']?.includes('pre-install') === true;

/** The rules that a cluster with strict admission has, and those of this platform. */
export const policies: readonly Policy[] = [
  {
    rule: 'an object has a name of its own',
    brokenBy: ({ objects }) => {
      const names = objects.map(nameOf);
      return names.filter((name, at) => names.indexOf(name) !== at);
    },
  },
  {
    rule: 'an image names the version it is, and never latest',
    brokenBy: everyContainer(
      ({ image }) => /:[\w][\w.-]*(@sha256:[0-9a-f]{64})?$/.test(image) && !/:latest(@|$)/.test(image),
    ),
  },
  {
    rule: 'a container says how much CPU and memory it needs, and has a limit of memory',
    brokenBy: everyContainer(
      ({ resources }) =>
        resources?.requests?.cpu !== undefined &&
        resources.requests.memory !== undefined &&
        resources.limits?.memory !== undefined,
    ),
  },
  {
    rule: 'a pod runs as a user who is not root, under the seccomp profile of the runtime',
    brokenBy: everyPod(
      ({ securityContext }) =>
        securityContext?.runAsNonRoot === true &&
        (securityContext.runAsUser ?? 0) > 0 &&
        securityContext.seccompProfile?.type === 'RuntimeDefault',
    ),
  },
  {
    rule: 'a container writes nothing to its root filesystem',
    brokenBy: everyContainer(({ securityContext }) => securityContext?.readOnlyRootFilesystem === true),
  },
  {
    rule: 'a container has no capabilities and cannot get more rights than it has',
    brokenBy: everyContainer(
      ({ securityContext }) =>
        securityContext?.allowPrivilegeEscalation === false &&
        securityContext.privileged !== true &&
        securityContext.capabilities?.drop?.includes('ALL') === true &&
        (securityContext.capabilities.add ?? []).length === 0,
    ),
  },
  {
    rule: 'a pod uses nothing of its node: no network, processes, or folders',
    brokenBy: everyPod(
      (pod) =>
        !pod.hostNetwork && !pod.hostPID && !pod.hostIPC && !(pod.volumes ?? []).some(({ hostPath }) => hostPath),
    ),
  },
  {
    rule: 'a pod has no token for the API of Kubernetes',
    brokenBy: everyPod((pod) => pod.automountServiceAccountToken === false),
  },
  {
    rule: 'what stays up is probed: at its start, for life, and for readiness',
    brokenBy: ({ workloads }) =>
      workloads
        .filter(staysUp)
        .filter(({ pod }) =>
          pod.containers.some((one) => !one.startupProbe || !one.livenessProbe || !one.readinessProbe),
        )
        .map(({ name }) => name),
  },
  {
    rule: 'what runs to an end has a time by which it is over',
    brokenBy: ({ workloads }) =>
      workloads
        .filter((workload) => !staysUp(workload))
        .filter(({ object, pod }) => {
          const job = object.kind === 'CronJob' ? object.spec.jobTemplate.spec : object.spec;
          return !(job.activeDeadlineSeconds > 0) && !((pod.activeDeadlineSeconds ?? 0) > 0);
        })
        .map(({ name }) => name),
  },
  {
    rule: 'a schedule never starts a run beside the one before it',
    brokenBy: (rendering) =>
      ofKind(rendering, 'CronJob')
        .filter(({ spec }) => spec.concurrencyPolicy !== 'Forbid')
        .map(nameOf),
  },
  {
    rule: 'a scheduled call waits longer than the gateway does, and its Job ends later than the call',
    brokenBy: (rendering) =>
      rendering.workloads
        .filter(({ object }) => object.kind === 'CronJob')
        .filter(({ object, pod }) => {
          const { env = [] } = pod.containers[0] ?? {};
          const given = (name: string) => env.find((one) => one.name === name)?.value ?? '';
          const call = schedules.find(({ path }) => given('URL_TO_CALL').endsWith(path));
          const seconds = Number(given('TIMEOUT_SECONDS'));
          return !(
            call &&
            seconds > call.timeoutSeconds &&
            object.spec.jobTemplate.spec.activeDeadlineSeconds > seconds
          );
        })
        .map(({ name }) => name),
  },
  {
    rule: 'a release takes no replica away before another is ready, unless they share a volume for one',
    brokenBy: (rendering) =>
      deployments(rendering)
        .filter(({ object, pod }) => {
          const { strategy } = object.spec;
          if (strategy?.type !== 'Recreate') return strategy?.rollingUpdate?.maxUnavailable !== 0;
          return !(pod.volumes ?? []).some(({ persistentVolumeClaim }) => persistentVolumeClaim);
        })
        .map(({ name }) => name),
  },
  {
    rule: 'a volume for one pod has one replica',
    brokenBy: (rendering) =>
      deployments(rendering)
        .filter((workload) => workload.object.spec.strategy?.type === 'Recreate' && replicasOf(rendering, workload) > 1)
        .map(({ name }) => name),
  },
  {
    rule: 'a pod leaves its Service before it is stopped, and has the time to stop in order',
    brokenBy: (rendering) =>
      platformOf(rendering)
        .filter(({ object, pod }) => {
          const config = ofKind(rendering, 'ConfigMap').find(({ metadata }) => metadata.name === object.metadata.name);
          const pause = pod.containers[0]?.lifecycle?.preStop?.sleep?.seconds ?? 0;
          const stop = Number(config?.data?.STOP_TIMEOUT_SECONDS ?? 20);
          return pause < 1 || (pod.terminationGracePeriodSeconds ?? 30) <= pause + stop;
        })
        .map(({ name }) => name),
  },
  {
    rule: 'several replicas have one disruption budget that lets one of them go, and a single one has none',
    brokenBy: (rendering) =>
      deployments(rendering)
        .filter((workload) => {
          const budgets = ofKind(rendering, 'PodDisruptionBudget').filter(({ spec }) =>
            selects(spec.selector.matchLabels, workload.labels),
          );
          if (replicasOf(rendering, workload) <= 1) return budgets.length > 0;
          const [budget] = budgets;
          return budgets.length !== 1 || !(budget?.spec.maxUnavailable >= 1);
        })
        .map(({ name }) => name),
  },
  {
    rule: 'several replicas are spread over nodes and zones',
    brokenBy: (rendering) =>
      deployments(rendering)
        .filter(({ labels, pod, ...workload }) => {
          const keys = (pod.topologySpreadConstraints ?? [])
            .filter(({ labelSelector }) => selects(labelSelector?.matchLabels, labels))
            .map(({ topologyKey }) => topologyKey);
          return (
            replicasOf(rendering, { labels, pod, ...workload }) > 1 &&
            !(keys.includes('kubernetes.io/hostname') && keys.includes('topology.kubernetes.io/zone'))
          );
        })
        .map(({ name }) => name),
  },
  {
    rule: 'an autoscaler scales a Deployment that is there, sets no replicas itself, and requests the CPU that is measured',
    brokenBy: (rendering) =>
      ofKind(rendering, 'HorizontalPodAutoscaler')
        .filter(({ spec }) => {
          const target = deployments(rendering).find(({ object }) => object.metadata.name === spec.scaleTargetRef.name);
          return (
            target === undefined ||
            target.object.spec.replicas !== undefined ||
            spec.minReplicas > spec.maxReplicas ||
            target.pod.containers.some(({ resources }) => !resources?.requests?.cpu)
          );
        })
        .map(nameOf),
  },
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
    rule: 'only the gateway is behind the ingress and in the range of the outside; an ingress has a certificate',
    brokenBy: (rendering) => [
      ...ofKind(rendering, 'Ingress')
        .filter(({ spec }) => {
          const backends: string[] = (spec.rules ?? []).flatMap(
            ({ http }: { http: { paths: { backend: { service: { name: string } } }[] } }) =>
              http.paths.map(({ backend }) => backend.service.name),
          );
          const names = ofKind(rendering, 'Service')
            .filter((service) => service.spec.selector[component] === rendering.gateway)
            .map(({ metadata }) => metadata.name);
          return spec.defaultBackend || !spec.tls?.length || backends.some((name) => !names.includes(name));
        })
        .map(nameOf),
      ...ofKind(rendering, 'Service')
        .filter(({ spec }) => spec.type !== undefined && spec.type !== 'ClusterIP')
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
    rule: 'the gateway answers the namespace of the ingress and pods of its release, named by their labels',
    brokenBy: (rendering) =>
      platformOf(rendering)
        .filter(({ labels }) => labels[component] === rendering.gateway)
        .filter((workload) => {
          const rules = rulesFor(rendering, workload, 8080);
          const peers = rules.flatMap(({ from }) => from ?? []);
          return (
            rules.some(({ from }) => !from || from.length === 0) ||
            !peers.some(({ namespaceSelector }) => isNarrow(namespaceSelector?.matchLabels)) ||
            peers.some(
              ({ podSelector, namespaceSelector, ipBlock }) =>
                ipBlock !== undefined ||
                !(isNarrow(podSelector?.matchLabels) || isNarrow(namespaceSelector?.matchLabels)),
            )
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
    rule: 'addresses outside are reached without the metadata of the cloud and the private networks',
    brokenBy: (rendering) =>
      ofKind(rendering, 'NetworkPolicy')
        .filter(({ spec }) =>
          (spec.egress ?? []).some(({ to = [] }: { to?: { ipBlock?: { cidr: string; except?: string[] } }[] }) =>
            to.some(
              ({ ipBlock }) =>
                ipBlock?.cidr === '0.0.0.0/0' &&
                !['10.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'].every((network) =>
                  ipBlock.except?.includes(network),
                ),
            ),
          ),
        )
        .map(nameOf),
  },
  {
    rule: 'a ConfigMap and the environment of a pod hold no secret',
    brokenBy: (rendering) => [
      ...ofKind(rendering, 'ConfigMap').flatMap((object) =>
        Object.entries(object.data ?? {})
          .filter(([key, value]) => secretName.test(key) || /:\/\/[^\s/@$]*:[^\s/@$]+@/.test(value))
          .map(([key]) => `${nameOf(object)}, ${key}`),
      ),
      ...rendering.workloads.flatMap(({ name, pod }) =>
        containersOf(pod).flatMap(({ env = [] }) =>
          env
            // A value that is put together of others, `$(…)`, holds what these hold.
            .filter((one) => secretName.test(one.name) && one.value !== undefined && !one.value.includes('$('))
            .map((one) => `${name}, ${one.name}`),
        ),
      ),
    ],
  },
  {
    rule: 'what serves knows no password of the role that owns the tables, nor of the superuser',
    brokenBy: ({ workloads }) =>
      workloads
        .filter(({ object }) => object.kind === 'Deployment')
        .filter(({ pod }) =>
          containersOf(pod).some(({ env = [] }) =>
            env.some(({ name, valueFrom }) => ownersSecret.test(`${name} ${valueFrom?.secretKeyRef?.key}`)),
          ),
        )
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
    rule: 'what a pod refers to is in the release, or named as there already',
    brokenBy: ({ objects, workloads, existingSecrets }) =>
      workloads.flatMap((workload) =>
        references(workload)
          .filter(
            ({ kind, name, key, isOptional }) =>
              !isOptional &&
              !(kind === 'Secret' && existingSecrets.has(name)) &&
              !objects.some(
                (object) => object.kind === kind && object.metadata.name === name && hasReferred(object, key),
              ),
          )
          .map(({ kind, name, key }) => `${workload.name} → ${kind}/${name}${key ? `, ${key}` : ''}`),
      ),
  },
  {
    rule: 'what runs before the installation refers to nothing that comes with it',
    brokenBy: ({ objects, workloads, existingSecrets }) =>
      workloads.filter(runsBeforeInstall).flatMap((workload) =>
        references(workload)
          .filter(
            ({ kind, name, isOptional }) =>
              !isOptional &&
              !(kind === 'Secret' && existingSecrets.has(name)) &&
              !objects.some((object) => object.kind === kind && object.metadata.name === name && isHook(object)),
          )
          .map(({ kind, name }) => `${workload.name} → ${kind}/${name}`),
      ),
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
