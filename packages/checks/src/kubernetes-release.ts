export const labelsOf = (component: string) => ({ 'app.kubernetes.io/component': component });

// biome-ignore lint/suspicious/noExplicitAny: the tests break these objects in every way.
export type Loose = any;

const container = (name: string): Loose => ({
  name,
  image: `registry.example.com/platform-${name}:1.2.3`,
  resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '256Mi' } },
  securityContext: {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  },
  ports: [{ name: 'http', containerPort: 8080 }],
  envFrom: [{ configMapRef: { name } }],
  env: [{ name: 'DATABASE_URL', valueFrom: { secretKeyRef: { name: 'given', key: 'DATABASE_URL' } } }],
  startupProbe: {},
  livenessProbe: {},
  readinessProbe: {},
  lifecycle: { preStop: { sleep: { seconds: 5 } } },
});

const podOf = (name: string): Loose => ({
  automountServiceAccountToken: false,
  terminationGracePeriodSeconds: 35,
  securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
  topologySpreadConstraints: ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'].map((topologyKey) => ({
    topologyKey,
    labelSelector: { matchLabels: labelsOf(name) },
  })),
  containers: [container(name)],
});

/** Public addresses, without those of private networks. */
export const internet = (...ports: number[]): Loose => ({
  ports: ports.map((port) => ({ port })),
  to: [
    {
      ipBlock: {
        cidr: '0.0.0.0/0',
        except: ['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
      },
    },
    {
      ipBlock: {
        cidr: '::/0',
        except: [
          '64:ff9b::a00:0/104',
          '64:ff9b::6440:0/106',
          '64:ff9b::7f00:0/104',
          '64:ff9b::a9fe:0/112',
          '64:ff9b::ac10:0/108',
          '64:ff9b::c0a8:0/112',
          'fc00::/7',
          'fe80::/10',
        ],
      },
    },
  ],
});
export const engine = (port: number): Loose => ({ ports: [{ port }] });
export const api = (name: string): Loose => ({
  ports: [{ port: 8080 }],
  to: [{ podSelector: { matchLabels: labelsOf(name) } }],
});

export const networkPolicy = (name: string, from: Loose[], egress: Loose[]): Loose => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name },
  spec: {
    podSelector: { matchLabels: labelsOf(name) },
    policyTypes: ['Ingress', 'Egress'],
    ingress: [
      { ports: [{ port: 8080 }], from },
      { ports: [{ port: 9090 }], from: [{ namespaceSelector: { matchLabels: { name: 'monitoring' } } }] },
    ],
    egress: [engine(53), ...egress],
  },
});

/**
 * A release that keeps every rule: two replicas of one service behind the gateway, a schedule, and a
 * migration.
 */
export function release() {
  const serve = (name: string): Record<string, Loose> => ({
    [`deployment-${name}`]: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name },
      spec: {
        replicas: 2,
        selector: { matchLabels: labelsOf(name) },
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0 } },
        template: { metadata: { labels: labelsOf(name) }, spec: podOf(name) },
      },
    },
    [`service-${name}`]: {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name, labels: labelsOf(name) },
      spec: { selector: labelsOf(name), ports: [{ name: 'http', port: 8080, targetPort: 'http' }] },
    },
    [`config-${name}`]: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name },
      data: { STOP_TIMEOUT_SECONDS: '20', NATS_URL: 'nats://nats:4222' },
    },
    [`budget-${name}`]: {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name },
      spec: { maxUnavailable: 1, selector: { matchLabels: labelsOf(name) } },
    },
    [`monitor-${name}`]: {
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'ServiceMonitor',
      metadata: { name },
      spec: {
        jobLabel: 'app.kubernetes.io/part-of',
        selector: { matchLabels: labelsOf(name) },
        endpoints: [{ port: 'http', honorLabels: true, relabelings: [{ targetLabel: 'app' }] }],
      },
    },
  });
  const runs = (name: string): Loose => {
    const pod = podOf(name);
    delete pod.containers[0].envFrom;
    return { metadata: { labels: labelsOf(name) }, spec: pod };
  };
  const calls = (): Loose => {
    const template = runs('scheduler');
    template.spec.containers[0].env.push(
      { name: 'URL_TO_CALL', value: 'http://gateway:8080/v1/internal/payments/reconcile' },
      { name: 'TIMEOUT_SECONDS', value: '65' },
    );
    return template;
  };
  const objects = {
    ...serve('gateway'),
    ...serve('billing'),
    'policy-gateway': networkPolicy(
      'gateway',
      [
        { namespaceSelector: { matchLabels: { name: 'ingress' } } },
        { podSelector: { matchLabels: labelsOf('scheduler') } },
      ],
      [engine(4222), engine(6379), internet(443), api('billing')],
    ),
    'policy-billing': networkPolicy(
      'billing',
      [{ podSelector: { matchLabels: labelsOf('gateway') } }],
      [engine(4222), engine(5432), internet(443)],
    ),
    'policy-scheduler': networkPolicy('scheduler', [], [api('gateway')]),
    'policy-migrate': networkPolicy('migrate', [], [engine(5432)]),
    route: {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'HTTPRoute',
      metadata: { name: 'gateway' },
      spec: {
        parentRefs: [{ name: 'public' }],
        rules: [
          { backendRefs: [{ name: 'gateway', port: 8080 }], timeouts: { request: '15m10s', backendRequest: '0s' } },
        ],
      },
    },
    ingress: {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      metadata: { name: 'gateway' },
      spec: {
        tls: [{ secretName: 'certificate' }],
        rules: [{ http: { paths: [{ backend: { service: { name: 'gateway' } } }] } }],
      },
    },
    schedule: {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { name: 'reconcile' },
      spec: {
        schedule: '* * * * *',
        concurrencyPolicy: 'Forbid',
        jobTemplate: { spec: { activeDeadlineSeconds: 90, template: calls() } },
      },
    },
    migration: {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'migrate', annotations: { 'helm.sh/hook': 'pre-install,pre-upgrade' } },
      spec: { activeDeadlineSeconds: 600, template: runs('migrate') },
    },
  } as Record<string, Loose>;
  return objects;
}
