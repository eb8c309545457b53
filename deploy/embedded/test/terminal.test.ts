import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openTerminal, type Terminal } from './terminal.ts';

let terminal: Terminal;
beforeEach(() => {
  terminal = openTerminal(tmpdir());
});
afterEach(async () => await terminal.close());

test('a block of commands prints its output and its errors in order', async () => {
  expect(await terminal.type('echo one; echo two >&2; echo three')).toBe('one\ntwo\nthree');
});

test.each([
  ['at its end', 'echo before\nls /nothing', 2],
  ['in its middle', 'bash -c "echo wrong >&2; exit 7"\necho after', 7],
  ['in a syntax error', 'echo before\necho )', 2],
])('a block of commands that fails %s is refused with its text', async (_where, commands, status) => {
  await expect(terminal.type(commands)).rejects.toThrow(new RegExp(`^exit status ${status}: `));
});

test('a failure that a condition asks for is none, and one block leaves none to the next', async () => {
  await expect(terminal.type('false')).rejects.toThrow('exit status 1');
  expect(await terminal.type('until true; do false; done; false || echo "other way"')).toBe('other way');
});
