import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { TestContext } from 'vitest';

const ROOT = new URL('../../../', import.meta.url);

/** The path of a file of the kit, or of anything else in the project. */
export const pathOf = (file: string): string => new URL(file, ROOT).pathname;
export const textOf = (file: string): string => readFileSync(pathOf(file), 'utf8');

/** Skips the test, by a clear word, where a program is not on this machine. */
export const need = ({ skip }: TestContext, program: string): void => {
  const found = spawnSync('sh', ['-c', `command -v ${program} || command -v /usr/sbin/${program}`]);
  skip(found.status !== 0, `${program} is not on this machine`);
};

/** Runs a program to its end; answers what it said and how it ended. */
export const run = (program: string, args: readonly string[]): { code: number | null; said: string } => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: 30_000 });
  return { code: status, said: `${stdout}${stderr}` };
};
