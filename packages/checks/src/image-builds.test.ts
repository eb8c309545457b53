import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { buildCommandViolations, composeBuildViolations, firstProcessViolations } from './image-builds.ts';
import { root } from './source-files.ts';

test('a command that builds an image names its stage', () => {
  const file = (text: string) => [{ path: 'README.md', text }];
  expect(
    buildCommandViolations(file('Run `docker build -f deploy/docker/Dockerfile --target service -t a .`')),
  ).toEqual([]);
  expect(buildCommandViolations(file('# docker build -f Dockerfile \\\n#   --target demo .'))).toEqual([]);
  expect(buildCommandViolations(file('`docker build` takes a target. The build of Docker is slow'))).toEqual([]);
  expect(buildCommandViolations(file('(`docker build --build-arg PACKAGES=chromium`; `--target service`)'))).toEqual([
    "README.md: 'docker build --build-arg PACKAGES=chromium' names no --target",
  ]);
  expect(buildCommandViolations(file('# buildah bud -f Dockerfile -t platform-billing .\n# --target service'))).toEqual(
    ["README.md: 'buildah bud -f Dockerfile -t platform-billing .' names no --target"],
  );
});

test('a build of docker-compose.yml names a stage of the Dockerfile, its service and its image', () => {
  const dockerfile = 'FROM node AS service\nFROM node AS demo\n';
  const compose = (image: string, build: string) => `services: { billing: { image: ${image}, build: ${build} } }`;
  const right = '{ context: ., target: service, args: { SERVICE: billing } }';
  const said = 'docker-compose.yml: the build of billing';
  expect(composeBuildViolations(compose('platform-billing', right), dockerfile)).toEqual([]);
  expect(composeBuildViolations(compose('billing', right), dockerfile)).toEqual([`${said} makes the image billing`]);
  expect(composeBuildViolations(compose('platform-billing', '{ context: . }'), dockerfile)).toEqual([
    `${said} has the target '', which is no stage`,
  ]);
  expect(
    composeBuildViolations(compose('platform-billing', '{ target: service, args: { SERVICE: cms } }'), dockerfile),
  ).toEqual([`${said} is of the service cms`]);
});

test('the first process of an image reaps the processes that others leave, and no container gets a second one', () => {
  const tini = 'ENTRYPOINT ["tini", "--", "node", "src/main.ts"]\n';
  const plain = 'services: { billing: { image: platform-billing } }';
  expect(firstProcessViolations(plain, tini)).toEqual([]);
  expect(firstProcessViolations(plain, `${tini}ENTRYPOINT ["node", "src/demo.ts"]\n`)).toEqual([
    'deploy/docker/Dockerfile: the entrypoint ["node", "src/demo.ts"] does not begin with tini',
  ]);
  expect(firstProcessViolations('services: { billing: { image: platform-billing, init: true } }', tini)).toEqual([
    'docker-compose.yml: billing has `init`, and the image has its own first process',
  ]);
});

interface Profile {
  defaultAction: string;
  syscalls: { names: string[]; action: string; includes?: object; excludes?: object }[];
}

test('the profile for Chromium lets its sandbox work, and refuses what reaches beyond a container', () => {
  const profile = JSON.parse(readFileSync(`${root}deploy/docker/seccomp-chromium.json`, 'utf8')) as Profile;
  const allowed = profile.syscalls.filter(({ action }) => action === 'SCMP_ACT_ALLOW').flatMap(({ names }) => names);
  expect(profile.defaultAction).toBe('SCMP_ACT_ERRNO');
  expect(allowed).toEqual(expect.arrayContaining(['clone', 'unshare', 'chroot', 'seccomp', 'execve', 'futex']));
  const refused = [
    'mount',
    'umount2',
    'setns',
    'ptrace',
    'bpf',
    'keyctl',
    'add_key',
    'init_module',
    'kexec_load',
    'perf_event_open',
  ];
  expect(
    allowed.filter((name) => [...refused, 'io_uring_setup', 'userfaultfd', 'reboot', 'clone3'].includes(name)),
  ).toEqual([]);
  // Conditions are of Docker alone: containerd would take a rule with one for a rule without.
  expect(profile.syscalls.filter(({ includes, excludes }) => includes ?? excludes)).toEqual([]);
});
