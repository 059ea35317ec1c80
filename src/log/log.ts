import { type DestinationStream, type Logger, pino } from 'pino';
import { createLogOutput } from './output.ts';

/**
 * Structured logs on standard output. Lines are written together: a system call for each request would cost a tenth of
 * what the request costs. Lines wait for a second at most; a clean exit writes the rest, a kill loses it. If the reader
 * takes nothing, 16 MB are kept and further lines are lost: otherwise they would use up all memory. `format` rewrites
 * each line, which is JSON without it.
 */
export const createLog = (level: string, format?: (line: string) => string): Logger => {
  const output = byTurns(createLogOutput());
  return pino({ level, base: null }, format ? { write: (line) => output.write(format(line)) } : output);
};

/** Joins the lines of one turn of the event loop: each write to the output costs extra. */
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
