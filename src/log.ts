import { type DestinationStream, type Logger, pino } from 'pino';

const FLUSH_BYTES = 32_768;
const FLUSH_EVERY_MS = 1_000;
/** Well above what waits where all is well. */
const MOST_WAITING_BYTES = 16_777_216;

/**
 * Structured logs on standard output. Lines are written together: a system call for each request would cost a tenth of
 * what the request costs. At most a second of them waits; a clean exit writes what is left, a kill loses it.
 * While nobody takes them, 16 MB are kept and further lines are lost: else they would take all the memory in the end.
 */
export const createLog = (level: string): Logger => {
  const output = pino.destination({
    ...{ dest: 1, sync: false, minLength: FLUSH_BYTES, maxWrite: 2 * FLUSH_BYTES, maxLength: MOST_WAITING_BYTES },
  });
  setInterval(() => output.flush(() => {}), FLUSH_EVERY_MS).unref();
  return pino({ level, base: null }, byTurns(output));
};

/** The lines of one turn of the event loop as one: the output measures all that waits there anew with every write. */
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
