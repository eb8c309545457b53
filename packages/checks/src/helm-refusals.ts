import { join } from 'node:path';
import { type Helm, renderChart } from './helm-render.ts';
import { chart } from './helm-values.ts';

/** Arguments of `--set` that cannot work, and a part of the sentence that refuses them. */
interface Refusal {
  set: string;
  /** Values file that works without them. */
  of: string;
  sentence: string;
}

const production = 'values-production.yaml';
const minimal = 'values-minimal.yaml';
const defaults = 'ci/default-values.yaml';

/** Values that cannot work are refused before the install, with a sentence that names them. */
export const refusals: readonly Refusal[] = [
  { set: 'image.tag=latest', of: production, sentence: 'tag' },
  { set: 'image.registry=', of: production, sentence: 'image.registry' },
  { set: 'config.PUBLIC_API_URL=', of: production, sentence: 'PUBLIC_API_URL' },
  { set: 'config.PUBLIC_API_URL=api.example.com', of: production, sentence: 'no address of http or https' },
  { set: 'config.PUBLIC_API_URL=api.example.com:8443', of: production, sentence: 'no address of http or https' },
  { set: 'image.registry=https://registry.example.com', of: production, sentence: 'image.registry: "https' },
  { set: 'config.TRUSTED_PROXIES=10.0.0.0/8', of: minimal, sentence: 'services.gateway.config has an empty value' },
  { set: 'ingress.host=https://api.example.com', of: 'ci/traefik-values.yaml', sentence: 'ingress.host: the name' },
  { set: 'defaults.resources.limits.memory=512MB', of: production, sentence: '/defaults/resources/limits/memory' },
  { set: 'engines.storageSize=20gb', of: minimal, sentence: '/engines/storageSize' },
  { set: 'config.LOG_LEVL=info', of: production, sentence: 'config.LOG_LEVL: no service reads it' },
  { set: 'config.PORT=80', of: production, sentence: 'config.PORT: no service reads it' },
  { set: 'config.LOG_LEVEL=loud', of: production, sentence: 'is none of trace, debug' },
  { set: 'config.STOP_TIMEOUT_SECONDS=900', of: production, sentence: '900 is more than 300' },
  { set: 'config.STORAGE_SECRET_ACCESS_KEY=x', of: production, sentence: 'is a secret' },
  { set: 'config.REDIS_URL=redis://gateway:x@redis:6379', of: production, sentence: 'config.REDIS_URL has a password' },
  { set: 'config.OTEL_EXPORTER_OTLP_ENDPOINT=collector', of: production, sentence: 'no address with a scheme' },
  { set: 'services.gateway.config.RATE_LIMT_USER=9', of: production, sentence: 'gateway reads no such setting' },
  { set: 'services.gateway.config.RATE_LIMIT_USER=many', of: production, sentence: '"many" is no whole number' },
  { set: 'services.gateway.config.RATE_LIMIT_USER=0', of: production, sentence: '0 is less than 1' },
  { set: 'services.gateway.config.TRUSTED_PROXIES=10.0.0/8', of: production, sentence: 'no address and no network' },
  { set: 'services.gateway.config.TRUSTED_PROXIES=10.0.0.0/33', of: production, sentence: 'no address and no network' },
  { set: 'services.gateway.config.TRUSTED_PROXIES=', of: production, sentence: 'share the limits of one address' },
  { set: 'services.cms.config.SUPPORT_NOTIFY_EMAILS=support', of: production, sentence: 'no e-mail address' },
  { set: 'services.billing.config.YOOKASSA_SECRET_KEY=x', of: production, sentence: 'is a secret' },
  { set: 'services.gateway.autoscaling.maxReplicas=2', of: production, sentence: 'is more than maxReplicas (2)' },
  { set: 'services.billing.replica=3', of: production, sentence: 'replica' },
  { set: 'ingress.enabled=true', of: production, sentence: 'ingress.host' },
  { set: 'httpRoute.parentRefs=null', of: production, sentence: 'httpRoute.parentRefs' },
  { set: 'httpRoute.hostnames=null', of: production, sentence: 'httpRoute.hostnames' },
  { set: 'httpRoute.timeouts.request=forever', of: production, sentence: '/httpRoute/timeouts/request' },
  { set: 'networkPolicy.ingressNamespace=null', of: production, sentence: 'networkPolicy.ingressNamespace' },
  { set: 'gatewayService.enabled=true', of: production, sentence: 'networkPolicy.gatewayPeers' },
  { set: 'gatewayService.externalTrafficPolicy=Cluster', of: 'ci/load-balancer-values.yaml', sentence: 'gatewayPeers' },
  { set: 'gatewayService.nodePort=443', of: 'ci/node-port-values.yaml', sentence: 'outside of 30000-32767' },
  {
    set: 'gatewayService.loadBalancerIP=192.0.2.1',
    of: 'ci/node-port-values.yaml',
    sentence: 'of the type LoadBalancer',
  },
  { set: 'caCertificates.pem=x', of: production, sentence: 'certificates in PEM' },
  { set: 'caCertificates.existingSecret=x', of: 'ci/mail-values.yaml', sentence: 'exclude each other' },
  { set: 'defaults.extraEnv[0].name=NODE_OPTIONS', of: production, sentence: 'NODE_OPTIONS belongs to the image' },
  { set: 'defaults.extraEnv[0].name=DATABASE_URL', of: production, sentence: 'DATABASE_URL belongs into' },
  { set: 'migrations.extraEnv[0].name=NODE_OPTIONS', of: production, sentence: 'migrations.extraEnv: NODE_OPTIONS' },
  { set: 'defaults.extraVolumes[0].name=tmp', of: production, sentence: 'choose another name' },
  {
    set: 'defaults.extraVolumes[0].name=a,defaults.extraVolumes[0].hostPath.path=/',
    of: production,
    sentence: 'is a folder of the node',
  },
  {
    set: 'defaults.extraVolumeMounts[0].name=a,defaults.extraVolumeMounts[0].mountPath=/a',
    of: production,
    sentence: 'a is no volume of extraVolumes',
  },
  {
    set: 'services.cms.podLabels.app\\.kubernetes\\.io/name=a',
    of: production,
    sentence: 'services.cms.podLabels: the chart sets app.kubernetes.io/name',
  },
  {
    set: 'services.seo-rkn.config.SEO_CHROMIUM_PATH=/usr/bin/chromium',
    of: production,
    sentence: 'enable services.seo-rkn.chromium',
  },
  { set: 'services.catalog.config.STORAGE_URL=', of: production, sentence: 'STORAGE_URL' },
  { set: 'services.catalog.config.STORAGE_URL=minio', of: production, sentence: 'begins neither with s3://' },
  { set: 'services.catalog.config.STORAGE_URL=file:///files', of: production, sentence: 'need a volume' },
  { set: 'services.catalog.config.STORAGE_URL=file:///else', of: minimal, sentence: 'outside of the volume' },
  { set: 'services.catalog.replicas=2', of: minimal, sentence: 'several replicas share files' },
  { set: 'services.identity.replicas=2', of: defaults, sentence: 'REDIS_URL is missing' },
  { set: 'secrets.values.REDIS_URL=x', of: defaults, sentence: 'REDIS_URL is no secret of this group' },
  { set: 'services.social.secrets.values.REDIS_URL=x', of: defaults, sentence: 'REDIS_URL is no secret' },
  { set: 'reaches.billing=null', of: production, sentence: 'reaches.billing' },
  { set: 'services.analytics.internetPorts={443}', of: production, sentence: 'internetPorts' },
  { set: 'config.NATS_URL=', of: defaults, sentence: 'NATS_ADMIN_URL' },
  { set: 'migrations.existingSecret=one', of: defaults, sentence: 'exclude each other' },
  {
    set: 'secrets.values.BILLING_NATS_PASSWORD=1abc',
    of: minimal,
    sentence: 'BILLING_NATS_PASSWORD: the server reads it',
  },
  { set: 'secrets.values.TYPO=x', of: defaults, sentence: 'TYPO is no secret of this group' },
];

/** Refusals that do not happen, or that name something else. */
export async function refusalViolations(helm: Helm): Promise<string[]> {
  const found = await Promise.all(
    refusals.map(async ({ set, of, sentence }) => {
      const { failure } = await renderChart(helm, ['-f', join(chart, of), '--set', set]);
      return failure?.includes(sentence)
        ? []
        : [`${of} with ${set} rendered, or failed without naming "${sentence}": ${failure ?? ''}`];
    }),
  );
  return found.flat();
}
