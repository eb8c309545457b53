/** The fields of Kubernetes objects that the checks read; the schemas check the rest. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Labels; annotations?: Labels };
  // biome-ignore lint/suspicious/noExplicitAny: each kind has a shape of its own, which its schema has checked before.
  spec?: any;
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  automountServiceAccountToken?: boolean;
}

export type Labels = Record<string, string>;

export interface EnvironmentVariable {
  name: string;
  value?: string;
  valueFrom?: {
    secretKeyRef?: { name: string; key: string; optional?: boolean };
    configMapKeyRef?: { name: string; key: string; optional?: boolean };
  };
}

export interface Container {
  name: string;
  image: string;
  env?: EnvironmentVariable[];
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  ports?: { name?: string; containerPort: number }[];
  resources?: { requests?: Labels; limits?: Labels };
  securityContext?: {
    allowPrivilegeEscalation?: boolean;
    privileged?: boolean;
    readOnlyRootFilesystem?: boolean;
    capabilities?: { drop?: string[]; add?: string[] };
  };
  livenessProbe?: object;
  readinessProbe?: object;
  startupProbe?: object;
  lifecycle?: { preStop?: { sleep?: { seconds: number } } };
}

export interface PodSpec {
  containers: Container[];
  initContainers?: Container[];
  serviceAccountName?: string;
  automountServiceAccountToken?: boolean;
  hostNetwork?: boolean;
  hostPID?: boolean;
  hostIPC?: boolean;
  terminationGracePeriodSeconds?: number;
  activeDeadlineSeconds?: number;
  topologySpreadConstraints?: { topologyKey: string; labelSelector?: { matchLabels?: Labels } }[];
  securityContext?: {
    runAsNonRoot?: boolean;
    runAsUser?: number;
    seccompProfile?: { type: string; localhostProfile?: string };
  };
  volumes?: {
    name: string;
    hostPath?: object;
    configMap?: { name: string };
    secret?: { secretName: string };
    persistentVolumeClaim?: { claimName: string };
  }[];
}

/** An object that starts pods, with the pods it starts. */
export interface Workload {
  object: KubernetesObject;
  name: string;
  labels: Labels;
  pod: PodSpec;
}

export const nameOf = (object: KubernetesObject): string => `${object.kind}/${object.metadata.name}`;

/** Every object that starts pods: of whatever kind, with the template of its pods. */
export function workloadsOf(objects: readonly KubernetesObject[]): Workload[] {
  return objects.flatMap((object) => {
    const template =
      object.kind === 'Pod'
        ? object
        : object.kind === 'CronJob'
          ? object.spec.jobTemplate.spec.template
          : object.spec?.template;
    return template?.spec?.containers
      ? [{ object, name: nameOf(object), labels: template.metadata?.labels ?? {}, pod: template.spec as PodSpec }]
      : [];
  });
}

export const containersOf = (pod: PodSpec): Container[] => [...(pod.initContainers ?? []), ...pod.containers];

/** Whether a selector of labels, without expressions, takes these labels; an empty one takes all. */
export const selects = (matchLabels: Labels | undefined, labels: Labels): boolean =>
  Object.entries(matchLabels ?? {}).every(([key, value]) => labels[key] === value);

export const isHook = ({ metadata }: KubernetesObject): boolean => metadata.annotations?.['helm.sh/hook'] !== undefined;
