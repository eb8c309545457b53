import { databasePasswordVariable, natsPasswordVariable, redisPasswordVariable } from '@platform/contracts';
import { containersOf, isHook, type KubernetesObject, nameOf, type Workload } from './kubernetes-objects.ts';
import { component, ofKind, type Policy, platformOf } from './kubernetes-rendering.ts';

const secretName = /SECRET|PASSWORD|TOKEN|_KEYS?(_ID)?$|DATABASE_URL/;

const ownersSecret = /MIGRATION_DATABASE_URL|PLATFORM_MIGRATOR_PASSWORD|POSTGRES_PASSWORD|NATS_ADMIN/;

/** Names that a pod refers to, with what would have to be there. */
function references({ pod }: Workload): { kind: string; name: string; key?: string; isOptional: boolean }[] {
  return [
    ...containersOf(pod).flatMap((container) => [
      ...(container.envFrom ?? []).flatMap(({ configMapRef, secretRef }) => [
        ...(configMapRef ? [{ kind: 'ConfigMap', name: configMapRef.name, isOptional: false }] : []),
        ...(secretRef ? [{ kind: 'Secret', name: secretRef.name, isOptional: false }] : []),
      ]),
      ...(container.env ?? []).flatMap(({ valueFrom }) => {
        const kind = valueFrom?.secretKeyRef ? 'Secret' : 'ConfigMap';
        const ref = valueFrom?.secretKeyRef ?? valueFrom?.configMapKeyRef;
        return ref ? [{ kind, name: ref.name, key: ref.key, isOptional: ref.optional === true }] : [];
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

/** Policies of names, secrets and references between objects. */
export const referencePolicies: readonly Policy[] = [
  {
    rule: 'an object has a name of its own',
    brokenBy: ({ objects }) => {
      const names = objects.map(nameOf);
      return names.filter((name, at) => names.indexOf(name) !== at);
    },
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
    rule: 'what serves knows no password of the role that owns the tables, of the superuser, nor of the admin of NATS',
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
    rule: 'a service knows the passwords of its own role in the database and of its own users of Redis and NATS, and no other',
    brokenBy: (rendering) =>
      platformOf(rendering)
        .filter(({ pod, labels }) => {
          const name = labels[component] ?? '';
          const own = [databasePasswordVariable(name), redisPasswordVariable(name), natsPasswordVariable(name)];
          return containersOf(pod).some(({ env = [] }) =>
            env.some(({ name, value, valueFrom }) =>
              [
                ...`${name} ${valueFrom?.secretKeyRef?.key} ${value}`.matchAll(
                  /[A-Z_]*(DATABASE|REDIS|NATS)_PASSWORD/g,
                ),
              ].some(([found]) => !own.includes(found)),
            ),
          );
        })
        .map(({ name }) => name),
  },
  {
    rule: 'what a pod refers to is in the release, or named as there already',
    brokenBy: ({ objects, workloads, existingObjects }) =>
      workloads.flatMap((workload) =>
        references(workload)
          .filter(
            ({ kind, name, key, isOptional }) =>
              !isOptional &&
              !existingObjects.has(`${kind}/${name}`) &&
              !objects.some(
                (object) => object.kind === kind && object.metadata.name === name && hasReferred(object, key),
              ),
          )
          .map(({ kind, name, key }) => `${workload.name} → ${kind}/${name}${key ? `, ${key}` : ''}`),
      ),
  },
  {
    rule: 'what runs before the installation refers to nothing that comes with it',
    brokenBy: ({ objects, workloads, existingObjects }) =>
      workloads.filter(runsBeforeInstall).flatMap((workload) =>
        references(workload)
          .filter(
            ({ kind, name, isOptional }) =>
              !isOptional &&
              !existingObjects.has(`${kind}/${name}`) &&
              !objects.some((object) => object.kind === kind && object.metadata.name === name && isHook(object)),
          )
          .map(({ kind, name }) => `${workload.name} → ${kind}/${name}`),
      ),
  },
];
