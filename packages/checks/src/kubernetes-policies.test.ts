import { expect, test } from '@jest/globals';
import type { KubernetesObject } from './kubernetes-objects.ts';
import { policies, policyViolations } from './kubernetes-policies.ts';
import { api, engine, internet, type Loose, labelsOf, networkPolicy, release } from './kubernetes-release.ts';
import { renderingOf } from './kubernetes-rendering.ts';

const broken = (objects: Record<string, Loose>) =>
  policyViolations(
    renderingOf(Object.values(objects) as KubernetesObject[], {
      existingObjects: new Set(['Secret/given']),
      gateway: 'gateway',
      reaches: new Map([
        ['gateway', { hasSchema: false, usesRedis: true, internetPorts: [443] }],
        ['billing', { hasSchema: true, usesRedis: false, internetPorts: [443] }],
      ]),
    }),
  );

type Release = Record<string, Loose>;
const pod = (it: Release) => it['deployment-billing'].spec.template.spec;
const main = (it: Release) => pod(it).containers[0];
/** The rules of egress of a component: DNS first, then those of the release in their order. */
const egress = (it: Release, name: string) => it[`policy-${name}`].spec.egress;
const half = { ipBlock: { cidr: '128.0.0.0/1' } };
/** The environment of the scheduled call, by name. */
const envOf = (it: Release): Loose =>
  Object.fromEntries(
    it.schedule.spec.jobTemplate.spec.template.spec.containers[0].env.map((each: Loose) => [each.name, each]),
  );
const autoscaler = (target: string, minReplicas = 2) => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'billing' },
  spec: { scaleTargetRef: { name: target }, minReplicas, maxReplicas: 6 },
});

test('a release that keeps every rule is fine', () => {
  expect(broken(release())).toEqual([]);
});

const breaches: [string, (it: Release) => void, string][] = [
  ['two objects with one name', (it) => (it.again = structuredClone(it['config-billing'])), 'a name of its own'],
  ['an image without a tag', (it) => (main(it).image = 'registry.example.com:5000/platform-billing'), 'never latest'],
  ['an image at latest', (it) => (main(it).image = 'platform-billing:latest'), 'never latest'],
  ['no limit of memory', (it) => delete main(it).resources.limits, 'a limit of memory'],
  ['no request of CPU', (it) => delete main(it).resources.requests.cpu, 'a limit of memory'],
  ['a pod that may be root', (it) => delete pod(it).securityContext.runAsNonRoot, 'not root'],
  [
    'a profile of a node for a pod without a browser',
    (it) => (pod(it).securityContext.seccompProfile = { type: 'Localhost', localhostProfile: 'a.json' }),
    'no other pod has one',
  ],
  [
    'a browser under the profile of the runtime',
    (it) => (it['config-billing'].data.SEO_CHROMIUM_PATH = '/usr/bin/chromium'),
    'the sandbox of the browser works',
  ],
  [
    'a profile of a node without a name',
    (it) => (pod(it).securityContext.seccompProfile = { type: 'Localhost' }),
    'not root',
  ],
  ['a pod without seccomp', (it) => delete pod(it).securityContext.seccompProfile, 'not root'],
  ['a writable root', (it) => delete main(it).securityContext.readOnlyRootFilesystem, 'root filesystem'],
  ['rights that grow', (it) => delete main(it).securityContext.allowPrivilegeEscalation, 'no capabilities'],
  ['a capability', (it) => (main(it).securityContext.capabilities.add = ['NET_ADMIN']), 'no capabilities'],
  ['a folder of the node', (it) => (pod(it).volumes = [{ name: 'x', hostPath: { path: '/' } }]), 'nothing of its node'],
  ['the network of the node', (it) => (pod(it).hostNetwork = true), 'nothing of its node'],
  ['a token', (it) => delete pod(it).automountServiceAccountToken, 'no token'],
  ['no readiness probe', (it) => delete main(it).readinessProbe, 'is probed'],
  ['a Job without an end', (it) => delete it.migration.spec.activeDeadlineSeconds, 'a time by which it is over'],
  ['two runs at once', (it) => (it.schedule.spec.concurrencyPolicy = 'Allow'), 'beside the one before it'],
  ['a Job that ends before its call', (it) => (it.schedule.spec.jobTemplate.spec.activeDeadlineSeconds = 65), 'later'],
  ['a call that ends before the gateway does', (it) => (envOf(it).TIMEOUT_SECONDS.value = '60'), 'waits longer'],
  ['a call without an end', (it) => delete envOf(it).TIMEOUT_SECONDS.value, 'waits longer'],
  ['a call that no contract schedules', (it) => (envOf(it).URL_TO_CALL.value = 'http://gateway:8080/v1/x'), 'waits'],
  [
    'a release that takes a replica first',
    (it) => (it['deployment-billing'].spec.strategy.rollingUpdate.maxUnavailable = 1),
    'takes no replica away',
  ],
  [
    'Recreate without a volume',
    (it) => (it['deployment-billing'].spec.strategy = { type: 'Recreate' }),
    'takes no replica away',
  ],
  [
    'Recreate with two replicas',
    (it) => (it['deployment-billing'].spec.strategy = { type: 'Recreate' }),
    'has one replica',
  ],
  ['too little time to stop', (it) => (pod(it).terminationGracePeriodSeconds = 25), 'the time to stop in order'],
  ['no pause before the stop', (it) => delete main(it).lifecycle, 'leaves its Service'],
  ['replicas without a budget', (it) => delete it['budget-billing'], 'disruption budget'],
  ['a budget that lets none go', (it) => (it['budget-billing'].spec.maxUnavailable = 0), 'disruption budget'],
  ['a budget of one replica', (it) => (it['deployment-billing'].spec.replicas = 1), 'a single one has none'],
  ['replicas on one node', (it) => delete pod(it).topologySpreadConstraints, 'spread over nodes'],
  ['an autoscaler beside replicas', (it) => (it.scaler = autoscaler('billing')), 'sets no replicas itself'],
  ['an autoscaler of nothing', (it) => (it.scaler = autoscaler('nobody')), 'a Deployment that is there'],
  [
    'a selector that misses its pods',
    (it) => (it['deployment-billing'].spec.selector.matchLabels = labelsOf('other')),
    'the pods of its own template',
  ],
  ['a Service of no pods', (it) => (it['service-billing'].spec.selector = labelsOf('other')), 'a Service leads to'],
  ['a port that no pod has', (it) => (it['service-billing'].spec.ports[0].targetPort = 'ops'), 'a Service leads to'],
  ['a Service with an address outside', (it) => (it['service-billing'].spec.type = 'NodePort'), 'only the API'],
  [
    'metrics of the gateway at an address outside',
    (it) => {
      it['service-gateway'].spec.type = 'LoadBalancer';
      it['service-gateway'].spec.ports[0].targetPort = 'ops';
    },
    'only the API',
  ],
  [
    'a Service of the gateway outside that no network may call',
    (it) => (it['service-gateway'].spec.type = 'LoadBalancer'),
    'the gateway answers',
  ],
  [
    'a gateway that networks may call without a Service outside',
    (it) => it['policy-gateway'].spec.ingress[0].from.push({ ipBlock: { cidr: '0.0.0.0/0' } }),
    'the gateway answers',
  ],
  ['a service behind a route', (it) => (it.route.spec.rules[0].backendRefs[0].name = 'billing'), 'only the API'],
  ['the ops port behind a route', (it) => (it.route.spec.rules[0].backendRefs[0].port = 9090), 'only the API'],
  ['a route that gives up first', (it) => (it.route.spec.rules[0].timeouts.request = '15s'), 'a route waits'],
  ['a route without a time', (it) => delete it.route.spec.rules[0].timeouts, 'a route waits'],
  [
    'a service behind the ingress',
    (it) => (it.ingress.spec.rules[0].http.paths[0].backend.service.name = 'billing'),
    'only the API',
  ],
  ['an ingress without a certificate', (it) => delete it.ingress.spec.tls, 'has a certificate'],
  ['a pod without a policy', (it) => delete it['policy-migrate'], 'exactly one NetworkPolicy'],
  [
    'a pod with two policies',
    (it) =>
      (it.wide = { ...networkPolicy('wide', [], []), spec: { podSelector: {}, policyTypes: ['Ingress', 'Egress'] } }),
    'exactly one NetworkPolicy',
  ],
  ['a policy of one direction', (it) => it['policy-billing'].spec.policyTypes.pop(), 'exactly one NetworkPolicy'],
  [
    'a service that a namespace may call',
    (it) => it['policy-billing'].spec.ingress[0].from.push({ namespaceSelector: { matchLabels: { name: 'ingress' } } }),
    'only the pods of the gateway',
  ],
  [
    'a service that every pod may call',
    (it) => delete it['policy-billing'].spec.ingress[0].from,
    'only the pods of the gateway',
  ],
  [
    'a service that every pod may call, on all ports',
    (it) => it['policy-billing'].spec.ingress.push({}),
    'only the pods of the gateway',
  ],
  [
    'a gateway that every namespace may call',
    (it) => (it['policy-gateway'].spec.ingress[0].from[0].namespaceSelector = {}),
    'the gateway answers',
  ],
  ['a gateway that no pod may call', (it) => it['policy-gateway'].spec.ingress.shift(), 'the gateway answers'],
  [
    'metrics for every namespace',
    (it) => (it['policy-billing'].spec.ingress[1].from[0].namespaceSelector = {}),
    'metrics are read',
  ],
  [
    'metrics for the pods of the release',
    (it) => it['policy-billing'].spec.ingress[1].from.push({ podSelector: { matchLabels: labelsOf('gateway') } }),
    'metrics are read',
  ],
  [
    'the metadata of the cloud in reach',
    (it) => egress(it, 'billing')[3].to[0].ipBlock.except.splice(3, 1),
    'without the metadata of the cloud',
  ],
  [
    'a private network in reach by IPv6',
    (it) => egress(it, 'billing')[3].to[1].ipBlock.except.shift(),
    'without the metadata of the cloud',
  ],
  ['half of all addresses', (it) => egress(it, 'billing')[3].to.push(half), 'without the metadata of the cloud'],
  ['a public port that is not declared', (it) => egress(it, 'billing').push(internet(25)), 'ports that it declares'],
  ['public addresses on all ports', (it) => delete egress(it, 'billing')[3].ports, 'ports that it declares'],
  ['a schedule that calls outside', (it) => egress(it, 'scheduler').push(internet(443)), 'ports that it declares'],
  ['a payment provider that is not reached', (it) => egress(it, 'billing').splice(3, 1), 'may call them'],
  ['a pod that may go anywhere', (it) => egress(it, 'billing').push({}), 'by its port'],
  ['every address at port 443', (it) => egress(it, 'billing').push(engine(443)), 'by its port'],
  ['a gateway that reaches PostgreSQL', (it) => egress(it, 'gateway').push(engine(5432)), 'PostgreSQL is reached'],
  ['a service that reaches a Redis it does not use', (it) => egress(it, 'billing').push(engine(6379)), 'Redis is'],
  ['a schedule that reaches Redis', (it) => egress(it, 'scheduler').push(engine(6379)), 'Redis is'],
  ['a service that calls another', (it) => egress(it, 'billing').push(api('cms')), 'by the gateway alone'],
  ['a service that calls the gateway', (it) => egress(it, 'billing').push(api('gateway')), 'by the gateway alone'],
  ['a schedule that calls a service', (it) => egress(it, 'scheduler').push(api('billing')), 'by the gateway alone'],
  ['a secret in a ConfigMap', (it) => (it['config-billing'].data.YOOKASSA_SECRET_KEY = 'x'), 'hold no secret'],
  [
    'a password in an address',
    (it) => (it['config-billing'].data.NATS_URL = 'nats://me:secret@nats:4222'),
    'hold no secret',
  ],
  [
    'a secret in the environment',
    (it) => main(it).env.push({ name: 'WORKER_SECRET', value: 'plain' }),
    'hold no secret',
  ],
  [
    'a service with the password of the migration',
    (it) => (main(it).env[0].valueFrom.secretKeyRef.key = 'PLATFORM_MIGRATOR_PASSWORD'),
    'what serves knows no password',
  ],
  [
    'a service with the password of another role',
    (it) => (main(it).env[0].valueFrom.secretKeyRef.key = 'CMS_DATABASE_PASSWORD'),
    'the passwords of its own role',
  ],
  [
    'a service with the password of another user of Redis',
    (it) => main(it).env.push({ name: 'REDIS_URL', value: 'redis://gateway:$(GATEWAY_REDIS_PASSWORD)@redis:6379' }),
    'the passwords of its own role',
  ],
  [
    'a service with the password of another user of NATS',
    (it) => main(it).env.push({ name: 'NATS_URL', value: 'nats://cms:$(CMS_NATS_PASSWORD)@nats:4222' }),
    'the passwords of its own role',
  ],
  [
    'a service with the password of the admin of NATS',
    (it) => (main(it).env[0].valueFrom.secretKeyRef.key = 'NATS_ADMIN_PASSWORD'),
    'what serves knows no password',
  ],
  [
    'a service with a password that roles share',
    (it) => main(it).env.push({ name: 'URL', value: 'postgres://billing:$(PLATFORM_DATABASE_PASSWORD)@db/platform' }),
    'the passwords of its own role',
  ],
  [
    'an ingress that gives up before the platform does',
    (it) => {
      it.ingress.metadata.annotations = {
        'nginx.ingress.kubernetes.io/proxy-read-timeout': '60',
        'nginx.ingress.kubernetes.io/proxy-send-timeout': '310',
      };
      it.ingress.spec.ingressClassName = 'nginx';
    },
    'waits longer than the slowest',
  ],
  ['a ConfigMap that is not there', (it) => delete it['config-billing'], 'what a pod refers to'],
  ['an unknown Secret', (it) => (main(it).env[0].valueFrom.secretKeyRef.name = 'other'), 'what a pod refers to'],
  [
    'a migration that reads what comes after it',
    (it) => (it.migration.spec.template.spec.containers[0].envFrom = [{ configMapRef: { name: 'billing' } }]),
    'what runs before the installation',
  ],
  [
    'labels of metrics that are overwritten',
    (it) => delete it['monitor-billing'].spec.endpoints[0].honorLabels,
    'a monitor leaves',
  ],
  ['a job that no alert knows', (it) => delete it['monitor-billing'].spec.jobLabel, 'a monitor leaves'],
  [
    'a monitor of a port that is not there',
    (it) => (it['monitor-billing'].spec.endpoints[0].port = 'ops'),
    'a monitor reads',
  ],
];

test.each(breaches)('%s is found', (_, breach, rule) => {
  const it = release();
  breach(it);
  expect(broken(it)).toContainEqual(expect.stringContaining(rule));
});

test('every rule is broken by one of these', () => {
  const untouched = policies.filter(({ rule }) => !breaches.some(([, , part]) => rule.includes(part)));
  expect(untouched.map(({ rule }) => rule)).toEqual([]);
});
