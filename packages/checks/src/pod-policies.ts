import { schedules } from '@platform/contracts';
import {
  containersOf,
  type KubernetesObject,
  nameOf,
  type PodSpec,
  selects,
  type Workload,
} from './kubernetes-objects.ts';
import { deployments, everyPod, ofKind, type Policy, platformOf, type Rendering } from './kubernetes-rendering.ts';

const everyContainer =
  (isRight: (container: ReturnType<typeof containersOf>[number], pod: PodSpec) => boolean) =>
  ({ workloads }: Rendering): string[] =>
    workloads.flatMap(({ name, pod }) =>
      containersOf(pod)
        .filter((container) => !isRight(container, pod))
        .map((container) => `${name}, container ${container.name}`),
    );

const scalerOf = (rendering: Rendering, { object }: Workload): KubernetesObject | undefined =>
  ofKind(rendering, 'HorizontalPodAutoscaler').find(({ spec }) => spec.scaleTargetRef.name === object.metadata.name);

/** The fewest replicas that are meant to run. */
const replicasOf = (rendering: Rendering, workload: Workload): number =>
  scalerOf(rendering, workload)?.spec.minReplicas ?? workload.object.spec.replicas ?? 1;

const staysUp = ({ object }: Workload): boolean => ['Deployment', 'StatefulSet', 'DaemonSet'].includes(object.kind);

/** Policies of pods: rights, resources, probes, scale, start and end. */
export const podPolicies: readonly Policy[] = [
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
    rule: 'a pod runs as a user who is not root, under a seccomp profile',
    brokenBy: everyPod(
      ({ securityContext }) =>
        securityContext?.runAsNonRoot === true &&
        (securityContext.runAsUser ?? 0) > 0 &&
        (securityContext.seccompProfile?.type === 'RuntimeDefault' ||
          (securityContext.seccompProfile?.type === 'Localhost' &&
            (securityContext.seccompProfile.localhostProfile ?? '') !== '')),
    ),
  },
  {
    rule: 'a pod with a browser has a profile in which the sandbox of the browser works, and no other pod has one',
    brokenBy: (rendering) =>
      deployments(rendering)
        .filter(({ object, pod }) => {
          const config = ofKind(rendering, 'ConfigMap').find(({ metadata }) => metadata.name === object.metadata.name);
          const hasBrowser = (config?.data?.SEO_CHROMIUM_PATH ?? '') !== '';
          return hasBrowser !== (pod.securityContext?.seccompProfile?.type === 'Localhost');
        })
        .map(({ name }) => name),
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
];
