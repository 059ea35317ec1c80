import { spawn } from 'node:child_process';

export interface ProgramResult {
  /** Exit code; null when it could not be started or was killed. */
  readonly code: number | null;
  readonly output: string;
}

export interface ProgramOptions {
  readonly uid?: number;
  readonly gid?: number;
}

/** Runs a program to its end and collects its output. Never rejects. */
export function runProgram(
  path: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(path, args, {
      ...options,
      // Not our own working folder: it may be closed to the user that Postgres runs as.
      cwd: '/',
      // Without our secrets, and without the PG* variables of the caller's shell.
      env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' },
      // Its own process group: a second Ctrl-C must not kill pg_ctl while it stops Postgres.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.on('data', (chunk: Buffer) => (output += chunk));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk));
    child.on('error', (error) => resolve({ code: null, output: error.message }));
    child.on('close', (code) => resolve({ code, output: output.trim() }));
  });
}

/** The cause of a failure in one line, out of the whole output of a Postgres program. */
export function reasonIn(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  // The first of them is the cause. Those after it are its effects.
  const fatal = lines.findIndex((line) => FATAL.test(line));
  if (fatal >= 0) {
    const hint = HINT.exec(lines[fatal + 1] ?? '')?.[1];
    return lines[fatal]!.replace(FATAL, '') + (hint ? ` (${hint})` : '');
  }
  return lines.find((line) => /error|cannot|could not/i.test(line)) ?? lines.at(-1) ?? '';
}

const FATAL = /^.*?(FATAL|PANIC): +/;
const HINT = /HINT: +(.*)/;
