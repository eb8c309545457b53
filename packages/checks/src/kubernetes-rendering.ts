import type { ServiceConfiguration } from './configuration.ts';
import { type KubernetesObject, type PodSpec, type Workload, workloadsOf } from './kubernetes-objects.ts';

/** The input of the policies: one rendering of the chart. */
export interface Rendering {
  objects: readonly KubernetesObject[];
  workloads: readonly Workload[];
  /** Objects that the values say are there already, as `Secret/name`. */
  existingObjects: ReadonlySet<string>;
  /** The service that the outside may reach. */
  gateway: string;
  /** What each service reaches beside NATS, by its definition. */
  reaches: ReadonlyMap<string, Reach>;
}

export type Reach = Pick<ServiceConfiguration, 'hasSchema' | 'usesRedis' | 'internetPorts'>;

export interface Policy {
  /** The rule, as a sentence. */
  rule: string;
  /** Names of the objects that break it. */
  brokenBy(rendering: Rendering): string[];
}

/** The rendering of a chart from its objects. */
export const renderingOf = (
  objects: readonly KubernetesObject[],
  options: { existingObjects?: ReadonlySet<string>; gateway?: string; reaches?: ReadonlyMap<string, Reach> } = {},
): Rendering => ({
  objects,
  workloads: workloadsOf(objects),
  existingObjects: options.existingObjects ?? new Set(),
  gateway: options.gateway ?? 'gateway',
  reaches: options.reaches ?? new Map(),
});

/** The label that names the service of a workload. */
export const component = 'app.kubernetes.io/component';

/** A policy of every pod; answers the names of the workloads that break it. */
export const everyPod =
  (isRight: (pod: PodSpec, workload: Workload) => boolean) =>
  ({ workloads }: Rendering): string[] =>
    workloads.filter((workload) => !isRight(workload.pod, workload)).map(({ name }) => name);

/** The objects of one kind. */
export const ofKind = ({ objects }: Rendering, kind: string): KubernetesObject[] =>
  objects.filter((object) => object.kind === kind);

/** The workloads that are Deployments. */
export const deployments = ({ workloads }: Rendering): Workload[] =>
  workloads.filter(({ object }) => object.kind === 'Deployment');

/** The Deployments of the services of the platform. */
export const platformOf = (rendering: Rendering): Workload[] =>
  deployments(rendering).filter(({ labels }) => labels[component] !== undefined);
