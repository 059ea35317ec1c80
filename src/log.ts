import { type DestinationStream, type Logger, pino } from 'pino';
import { createLogOutput } from './log-output.ts';

/**
 * Structured logs on standard output. Lines are written together: a system call for each request would cost a tenth of
 * what the request costs. At most a second of them waits; a clean exit writes what is left, a kill loses it.
 * While nobody takes them, 16 MB are kept and further lines are lost: else they would take all the memory in the end.
 * `format` rewrites each line, which is JSON without it.
 */
export const createLog = (level: string, format?: (line: string) => string): Logger => {
  const output = byTurns(createLogOutput());
  return pino({ level, base: null }, format ? { write: (line) => output.write(format(line)) } : output);
};

/** The lines of one turn of the event loop as one: each write to the output has a cost of its own. */
const byTurns = (output: DestinationStream): DestinationStream => {
  let lines = '';
  const send = (): void => {
    if (lines !== '') output.write(lines);
    lines = '';
  };
  // Before the output's own listener, which writes what it has.
  process.prependListener('exit', send);
  return {
    write: (line) => {
      if (lines === '') setImmediate(send);
      lines += line;
    },
  };
};
