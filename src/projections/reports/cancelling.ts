import type pg from 'pg';

/** Ends the statements of a connection on the server when a signal aborts. */
export interface Cancelling {
  /** From now on it is this connection. Throws if the signal is aborted already. */
  watch(client: pg.PoolClient): void;
  /** Resolves when no cancellation is under way: only then may others use the connection. */
  settle(): Promise<void>;
  dispose(): void;
}

/** A cancellation may come between two statements, and is lost then: it is sent again. */
const AGAIN_MS = 250;

export const createCancelling = (pool: pg.Pool, signal: AbortSignal): Cancelling => {
  let pid: number | undefined;
  let sending: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const send = (): void => {
    if (pid === undefined) return;
    sending = pool.query('select pg_cancel_backend($1)', [pid]).catch(() => {});
    timer = setTimeout(send, AGAIN_MS);
  };
  signal.addEventListener('abort', send, { once: true });

  return {
    watch: (client) => {
      signal.throwIfAborted();
      pid = (client as pg.PoolClient & { readonly processID: number }).processID;
    },
    settle: async () => {
      pid = undefined;
      clearTimeout(timer);
      await sending;
    },
    dispose: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', send);
    },
  };
};
