import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from './source-files.ts';

export const chart = join(root, 'helm');

/** Each is linted and rendered; together they use every template. Relative to the chart. */
export const valuesFiles: readonly string[] = [
  'values-minimal.yaml',
  'values-production.yaml',
  ...readdirSync(join(chart, 'ci'))
    .sort()
    .map((name) => `ci/${name}`),
];

interface Extras {
  extraEnv?: { name: string; valueFrom?: { secretKeyRef?: Named; configMapKeyRef?: Named } }[];
  extraVolumes?: {
    secret?: { secretName: string };
    configMap?: Named;
    persistentVolumeClaim?: { claimName: string };
  }[];
}

interface Named {
  name: string;
}

interface Group {
  existingSecret?: string;
  values?: Record<string, string>;
}

/** The parts of a values file that the checks read. */
export interface Values {
  secrets?: Group;
  migrations?: Group & Extras & { activeDeadlineSeconds?: number };
  caCertificates?: { existingSecret?: string; existingConfigMap?: string };
  defaults?: Extras;
  monitoring?: { prometheusRule?: { runbookBaseUrl?: string } };
  services?: Record<string, Extras & { secrets?: Group; persistence?: { existingClaim?: string } }>;
}

/** @param file relative to the chart */
export const readValues = (file: string): Values => parse(readFileSync(join(chart, file), 'utf8')) as Values;

/** Objects that a values file says are in the cluster before the release, as `Secret/name`. */
export function existingObjectsOf({
  secrets,
  migrations,
  caCertificates,
  defaults,
  services = {},
}: Values): ReadonlySet<string> {
  const groups = [secrets, migrations, ...Object.values(services).map((service) => service.secrets)];
  const extras: (Extras | undefined)[] = [defaults, migrations, ...Object.values(services)];
  const names: [kind: string, name: string | undefined][] = [
    ...groups.map((group): [string, string | undefined] => ['Secret', group?.existingSecret]),
    ['Secret', caCertificates?.existingSecret],
    ['ConfigMap', caCertificates?.existingConfigMap],
    ...Object.values(services).map(({ persistence }): [string, string | undefined] => [
      'PersistentVolumeClaim',
      persistence?.existingClaim,
    ]),
    ...extras.flatMap((extra): [string, string | undefined][] => [
      ...(extra?.extraEnv ?? []).flatMap(({ valueFrom }): [string, string | undefined][] => [
        ['Secret', valueFrom?.secretKeyRef?.name],
        ['ConfigMap', valueFrom?.configMapKeyRef?.name],
      ]),
      ...(extra?.extraVolumes ?? []).flatMap((volume): [string, string | undefined][] => [
        ['Secret', volume.secret?.secretName],
        ['ConfigMap', volume.configMap?.name],
        ['PersistentVolumeClaim', volume.persistentVolumeClaim?.claimName],
      ]),
    ]),
  ];
  return new Set(names.flatMap(([kind, name]) => (name ? [`${kind}/${name}`] : [])));
}

/** Variables that a values file gives to services beside their settings. */
export const extraNamesOf = ({ defaults, services = {} }: Values): ReadonlySet<string> =>
  new Set([defaults, ...Object.values(services)].flatMap((extra) => (extra?.extraEnv ?? []).map(({ name }) => name)));
