import { parseCompose } from './compose.ts';
import type { SourceFile } from './source-files.ts';

/** A command that builds an image, in a text, a comment or a script, up to the end of its line or of its quotation. */
const buildCommand = /\b(?:docker(?: buildx)?|podman|buildah) (?:build|bud) +-[^\n`"]*/g;

/**
 * Builds of our Dockerfile that do not name a stage: they build the last one, the demo, under the name of a service.
 * @param files documentation, scripts, workflows and Dockerfiles
 */
export const buildCommandViolations = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, text }) =>
    // A shell command goes on after a backslash at the end of a line.
    [...text.replaceAll(/\\\n\s*#?\s*/g, ' ').matchAll(buildCommand)]
      .filter(([command]) => !command.includes('--target '))
      .map(([command]) => `${path}: '${command.trim()}' names no --target`),
  );

/** Stages that a Dockerfile has: the names after `AS`. */
const stagesOf = (dockerfile: string): string[] =>
  [...dockerfile.matchAll(/^FROM .* AS (\S+)$/gim)].map(([, name = '']) => name);

/**
 * Containers of docker-compose.yml whose build names no stage of the Dockerfile, or whose image has another name than
 * `deploy/docker/build-images` and the chart give it: `platform-<service>`.
 * @param dockerfile text of deploy/docker/Dockerfile
 */
export const composeBuildViolations = (compose: string, dockerfile: string): string[] =>
  Object.entries(parseCompose(compose).services).flatMap(([name, { image, build }]) => {
    if (build === undefined) return [];
    const { target = '', args } = build as { target?: string; args?: { SERVICE?: string } };
    const found = `docker-compose.yml: the build of ${name}`;
    return [
      ...(stagesOf(dockerfile).includes(target) ? [] : [`${found} has the target '${target}', which is no stage`]),
      ...(image === `platform-${name}` ? [] : [`${found} makes the image ${image}`]),
      ...(target !== 'service' || args?.SERVICE === name ? [] : [`${found} is of the service ${args?.SERVICE}`]),
    ];
  });

/**
 * Stages of a Dockerfile whose first process is the program itself, which reaps no processes, and containers of
 * docker-compose.yml that get another first process before that of our images.
 * @param dockerfile text of deploy/docker/Dockerfile
 */
export const firstProcessViolations = (compose: string, dockerfile: string): string[] => [
  ...[...dockerfile.matchAll(/^ENTRYPOINT (.*)$/gm)]
    .map(([, command = '']) => command)
    .filter((command) => !command.startsWith('["tini", "--", '))
    .map((command) => `deploy/docker/Dockerfile: the entrypoint ${command} does not begin with tini`),
  ...Object.entries(parseCompose(compose).services)
    .filter(([, { image = '', init }]) => init !== undefined && image.startsWith('platform-'))
    .map(([name]) => `docker-compose.yml: ${name} has \`init\`, and the image has its own first process`),
];
