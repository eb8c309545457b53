import { baseConfig, ConfigError, listen, PortBusyError } from '@platform/runtime';

/** A port that the environment names and that another program has. */
export class BusyPortError extends Error {
  constructor(variable: string, port: number, cause: unknown) {
    super(
      `Port ${port} is in use by another program; stop it or choose another port (${variable}=${port > 60_000 ? port - 1_000 : port + 1_000} make start).`,
      { cause },
    );
    this.name = 'BusyPortError';
  }
}

/** Ports of the start. One without a value has a usual port, and another one where that is busy. */
const portVariables = ['PLATFORM_PORT', 'OPS_PORT', 'LANDING_PORT', 'APP_PORT'] as const;

/**
 * Checks what the environment of a start says before slow steps begin, so that a mistake makes no database.
 * @returns the port of the platform
 * @throws ConfigError that names each wrong value; BusyPortError that names the variable
 */
export async function checkStartOptions(env: NodeJS.ProcessEnv): Promise<number> {
  const given = portVariables.flatMap((variable) => {
    const value = env[variable] || (variable === 'PLATFORM_PORT' ? '8080' : '');
    // 0 is any free port; the addresses of the platform name its port.
    const least = variable === 'PLATFORM_PORT' ? 1 : 0;
    return value === '' ? [] : [{ variable, value, port: Number(value), least }];
  });
  const problems = given
    .filter(({ port, least }) => !Number.isInteger(port) || port < least || port > 65_535)
    .map(({ variable, value, least }) => `\`${variable}\` has to be a port from ${least} to 65,535, not ${value}.`);
  const levels = baseConfig.shape.LOG_LEVEL.unwrap().options;
  if (env.LOG_LEVEL && !levels.some((level) => level === env.LOG_LEVEL))
    problems.push(`\`LOG_LEVEL\` has to be one of ${levels.join(', ')}, not ${env.LOG_LEVEL}.`);
  if (problems.length > 0) throw new ConfigError('the platform', problems);
  for (const { variable, port } of given) {
    const probe = await listen(() => {}, { port, host: env.HOST || '127.0.0.1' }).catch((error: unknown) => {
      throw error instanceof PortBusyError ? new BusyPortError(variable, port, error) : error;
    });
    await probe.close(0);
  }
  return given[0]?.port ?? 8080;
}
