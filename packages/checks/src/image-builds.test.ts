import { expect, test } from '@jest/globals';
import { buildCommandViolations, composeBuildViolations } from './image-builds.ts';

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
