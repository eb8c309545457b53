import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { makeMemoryFolder } from '../src/temporary-folders.ts';

let memory: string;
/** The process id of a program that has ended. */
let endedPid: number | undefined;
beforeEach(async () => {
  memory = mkdtempSync(join(tmpdir(), 'memory-'));
  const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  endedPid = ended.pid;
  await once(ended, 'exit');
});
afterEach(() => rmSync(memory, { recursive: true, force: true }));

test('a run has a folder of its own, through which every user may pass', () => {
  const [first, second] = [makeMemoryFolder(memory, 1), makeMemoryFolder(memory, 1)];
  expect(first).not.toBe(second);
  for (const folder of [first, second]) expect(statSync(folder ?? '').mode & 0o777).toBe(0o755);
});

test('folders of ended runs are removed, those of running ones and of other programs stay', () => {
  const kept = [`platform-tests-${process.pid}-abc`, 'platform-tests-other', 'else'];
  for (const name of [`platform-tests-${endedPid}-abc`, ...kept]) mkdirSync(join(memory, name));
  const made = basename(makeMemoryFolder(memory, 1) ?? '');
  expect(readdirSync(memory).toSorted()).toEqual([made, ...kept].toSorted());
});

test('without enough room there is no folder, and those of ended runs are removed', () => {
  mkdirSync(join(memory, `platform-tests-${endedPid}-abc`));
  expect(makeMemoryFolder(memory, Number.MAX_SAFE_INTEGER)).toBeNull();
  expect(readdirSync(memory)).toEqual([]);
});

test('without a file system in memory there is no folder', () => {
  expect(makeMemoryFolder(join(memory, 'nothing'), 1)).toBeNull();
});
