import type { MetricDeclarations } from '@platform/runtime';

export const catalogMetrics = ({ counter }: MetricDeclarations) => ({
  unreadableVersions: counter({
    name: 'catalog_unreadable_app_versions_total',
    help: 'Reads of settings whose app_version is no version and matches no range, by use: config, features',
    labelNames: ['use'],
  }),
});

export type CatalogMetrics = ReturnType<typeof catalogMetrics>;
