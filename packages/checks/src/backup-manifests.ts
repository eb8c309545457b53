import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

const plugin = 'barman-cloud.cloudnative-pg.io';
const Metadata = z.object({ name: z.string() });

/** The fields of CloudNativePG and of its plugin Barman Cloud that a backup and a restore stand on. */
const Store = z.object({
  apiVersion: z.literal('barmancloud.cnpg.io/v1'),
  kind: z.literal('ObjectStore'),
  metadata: Metadata,
  spec: z.strictObject({
    retentionPolicy: z.string().regex(/^[1-9]\d*[dwm]$/),
    configuration: z.object({ destinationPath: z.string().startsWith('s3://') }),
  }),
});
const Cluster = z.object({
  apiVersion: z.literal('postgresql.cnpg.io/v1'),
  kind: z.literal('Cluster'),
  metadata: Metadata,
  spec: z.object({
    instances: z.int().positive(),
    imageName: z.string(),
    bootstrap: z.object({
      recovery: z.object({ source: z.string(), recoveryTarget: z.object({ targetTime: z.iso.datetime() }) }).optional(),
    }),
    plugins: z.tuple([
      z.object({
        name: z.literal(plugin),
        isWALArchiver: z.literal(true),
        parameters: z.object({ barmanObjectName: z.string(), serverName: z.string().optional() }),
      }),
    ]),
    externalClusters: z
      .array(
        z.object({
          name: z.string(),
          plugin: z.object({
            name: z.literal(plugin),
            parameters: z.object({ barmanObjectName: z.string(), serverName: z.string() }),
          }),
        }),
      )
      .default([]),
  }),
});
const Schedule = z.object({
  apiVersion: z.literal('postgresql.cnpg.io/v1'),
  kind: z.literal('ScheduledBackup'),
  metadata: Metadata,
  spec: z.object({
    // Six fields: the operator reads seconds first.
    schedule: z.string().refine((text) => text.split(' ').length === 6, 'has to have six fields, seconds first'),
    cluster: z.object({ name: z.string() }),
    method: z.literal('plugin'),
    pluginConfiguration: z.object({ name: z.literal(plugin) }),
  }),
});
const Manifest = z.discriminatedUnion('kind', [Store, Cluster, Schedule]);
type Manifest = z.output<typeof Manifest>;
type Named<Kind extends Manifest['kind']> = Extract<Manifest, { kind: Kind }>;

/**
 * What is wrong in the examples of CloudNativePG: fields that a backup needs, and names that lead nowhere.
 * @param files text of the manifests of the cluster and of its restore, by their paths
 * @param postgresMajor oldest version of PostgreSQL that the platform runs on
 * @returns one line for each violation
 */
export function backupManifestViolations(files: Record<string, string>, postgresMajor: string): string[] {
  const violations: string[] = [];
  const manifests: Manifest[] = [];
  for (const [path, text] of Object.entries(files)) {
    for (const document of parseAllDocuments(text)) {
      const [fault] = document.errors;
      if (fault) {
        violations.push(`${path}: ${fault.message.split('\n')[0]}`);
        continue;
      }
      const parsed = Manifest.safeParse(document.toJS());
      if (parsed.success) manifests.push(parsed.data);
      else
        for (const { path: field, message } of parsed.error.issues)
          violations.push(`${path}: ${field.join('.') || 'a document'}: ${message}`);
    }
  }
  return [...violations, ...referenceViolations(manifests, postgresMajor)];
}

/** Names of objects that are not there, archives that two clusters would write, and servers that are too old. */
function referenceViolations(manifests: Manifest[], postgresMajor: string): string[] {
  const ofKind = <Kind extends Manifest['kind']>(kind: Kind) =>
    manifests.filter((manifest): manifest is Named<Kind> => manifest.kind === kind);
  const stores = ofKind('ObjectStore').map(({ metadata }) => metadata.name);
  const clusters = ofKind('Cluster');
  const clusterNames = clusters.map(({ metadata }) => metadata.name);
  const violations: string[] = [];
  const requireName = (where: string, name: string, names: string[]) => {
    if (!names.includes(name)) violations.push(`${where} names ${name}, which no manifest has`);
  };
  for (const { metadata, spec } of ofKind('ScheduledBackup'))
    requireName(metadata.name, spec.cluster.name, clusterNames);
  const scheduled = ofKind('ScheduledBackup').map(({ spec }) => spec.cluster.name);
  const archives = new Set<string>();
  for (const { metadata, spec } of clusters) {
    const { barmanObjectName, serverName = metadata.name } = spec.plugins[0].parameters;
    requireName(metadata.name, barmanObjectName, stores);
    const archive = `${barmanObjectName}/${serverName}`;
    if (archives.has(archive)) violations.push(`${metadata.name} archives to ${archive}, as another cluster does`);
    archives.add(archive);
    const major = spec.imageName.split(':').at(-1)?.split('.')[0] ?? '';
    if (Number(major) < Number(postgresMajor))
      violations.push(`${metadata.name} runs ${spec.imageName}, and the platform needs PostgreSQL ${postgresMajor}`);
    const { recovery } = spec.bootstrap;
    if (!recovery) {
      if (!scheduled.includes(metadata.name)) violations.push(`${metadata.name} has no ScheduledBackup`);
      continue;
    }
    const source = spec.externalClusters.find(({ name }) => name === recovery.source);
    if (!source) violations.push(`${metadata.name} recovers from ${recovery.source}, which externalClusters lacks`);
    requireName(metadata.name, source?.plugin.parameters.barmanObjectName ?? '', stores);
    requireName(metadata.name, source?.plugin.parameters.serverName ?? '', clusterNames);
  }
  return violations;
}
