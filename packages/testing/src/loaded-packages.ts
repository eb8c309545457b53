import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { nodeProgram } from './node-program.ts';

/**
 * Names of the npm packages, or of their scopes, that a process loads while it runs a program.
 * @param program text of an ES module, which imports with `await import`
 * @throws the error of a program that fails
 */
export async function loadedPackages(program: string): Promise<string[]> {
  const watched = `
    import { registerHooks } from 'node:module';
    const loaded = new Set();
    registerHooks({
      load(url, context, nextLoad) {
        const [, path] = url.split(/\\/node_modules\\/(?!.*\\/node_modules\\/)/);
        if (path !== undefined) loaded.add(path.split('/')[0]);
        return nextLoad(url, context);
      },
    });
    ${program}
    console.log(JSON.stringify([...loaded]));
    process.exit();`;
  const { execPath, execArgv, env } = nodeProgram;
  const { stdout } = await promisify(execFile)(execPath, [...execArgv, '--input-type=module', '--eval', watched], {
    env,
  });
  return JSON.parse(stdout) as string[];
}
