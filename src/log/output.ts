import { write, writeSync } from 'node:fs';
import { codeOf } from '../database/thrown.ts';

const STDOUT = 1;
/** Lines are written when there are this many bytes, or after this time. */
const FLUSH_BYTES = 32_768;
const FLUSH_EVERY_MS = 1_000;
const MAX_WRITE = 65_536;
const RETRY_MS = 5;
/** Well above what usually waits. */
const MAX_WAITING_BYTES = 16_777_216;
/** At the end of the process: how long it waits for a reader that takes nothing, and for a slow one. */
const STALLED_MS = 1_000;
const LAST_FLUSH_MS = 5_000;

/**
 * Writes lines to standard output and never waits for the reader, except for a moment when the process ends: a reader
 * that stands still, or has gone, must not keep the process from ending. Lines are lost while 16 MB wait, and after the
 * reader has gone.
 */
export const createLogOutput = (): { write(lines: string): void } => {
  makeNonBlocking();
  const waiting: Buffer[] = [];
  let waitingBytes = 0;
  let isInFlight = false;
  let isRetrying = false;
  /** Since when the reader has taken nothing. */
  let stalledAt: number | undefined;
  let hasGone = false;

  /** The next write: the first chunks joined. */
  const head = (): Buffer => {
    let [count, bytes] = [0, 0];
    while (count < waiting.length && (count === 0 || bytes + waiting[count]!.length <= MAX_WRITE)) {
      bytes += waiting[count]!.length;
      count++;
    }
    if (count > 1) waiting.splice(0, count, Buffer.concat(waiting.slice(0, count)));
    return waiting[0]!;
  };

  const take = (bytes: number): void => {
    const chunk = waiting[0]!;
    waitingBytes -= bytes;
    if (bytes < chunk.length) waiting[0] = chunk.subarray(bytes);
    else waiting.shift();
  };

  const failed = (code: unknown): void => {
    if (code === 'EAGAIN' || code === 'EBUSY') {
      stalledAt ??= performance.now();
    } else if (code === 'EPIPE') {
      hasGone = true;
      waiting.length = 0;
      waitingBytes = 0;
    } else {
      // A full disk, for example: these lines are lost, later ones may fit again.
      take(waiting[0]!.length);
    }
  };

  const written = (bytes: number): void => {
    stalledAt = undefined;
    take(bytes);
  };

  const retryLater = (): void => {
    isRetrying = true;
    const retry = (): void => {
      isRetrying = false;
      writeNext();
    };
    setTimeout(retry, RETRY_MS).unref();
  };

  const writeNext = (): void => {
    if (isInFlight || isRetrying || waitingBytes === 0) return;
    isInFlight = true;
    write(STDOUT, head(), (error, bytes) => {
      isInFlight = false;
      if (error) failed(error.code);
      else written(bytes);
      if (stalledAt !== undefined) retryLater();
      else if (waitingBytes >= FLUSH_BYTES) writeNext();
    });
  };

  /** The event loop has ended. A chunk under way arrives without us. */
  const writeRest = (): void => {
    if (isInFlight) take(waiting[0]!.length);
    const givenUpAt = performance.now() + LAST_FLUSH_MS;
    while (waitingBytes > 0) {
      const now = performance.now();
      if (now > givenUpAt || now - (stalledAt ?? now) > STALLED_MS) return;
      try {
        written(writeSync(STDOUT, head()));
      } catch (error) {
        failed(codeOf(error));
        if (stalledAt !== undefined) pause(RETRY_MS);
      }
    }
  };

  setInterval(writeNext, FLUSH_EVERY_MS).unref();
  process.on('exit', writeRest);
  return {
    write: (lines) => {
      const chunk = Buffer.from(lines);
      if (hasGone || waitingBytes + chunk.length > MAX_WAITING_BYTES) return;
      waiting.push(chunk);
      waitingBytes += chunk.length;
      if (waitingBytes >= FLUSH_BYTES) writeNext();
    },
  };
};

/**
 * Node makes a pipe non-blocking when it opens the stream. On a blocking pipe a write, and so the process, might never
 * end.
 */
const makeNonBlocking = (): void => {
  process.stdout.on('error', () => {});
};

const pause = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};
