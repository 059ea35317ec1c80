import type { AllStreamSubscription } from '@eventstore/db-client';

/** What becomes of one subscription of the client, as promises for a loop to wait on. */
export interface Watch {
  /** Why no more events will come, once that is so. */
  readonly lost: unknown;
  /** Resolves at the next event, loss or abort after the call. */
  changed(): Promise<void>;
  /** The answer to one question at a time, or undefined as soon as the subscription is lost or aborted. */
  unlessOver<Answer>(answer: Promise<Answer>): Promise<Answer | undefined>;
  stop(): void;
}

export const watch = (subscription: AllStreamSubscription, signal: AbortSignal): Watch => {
  let giveUp = (): void => {};
  let next = Promise.withResolvers<void>();
  let lost: unknown;

  const wake = (): void => next.resolve();
  const finish = (reason: unknown): void => {
    lost ??= reason;
    giveUp();
    wake();
  };
  const stop = (): void => {
    signal.removeEventListener('abort', stop);
    finish(new Error('the subscription was stopped'));
    // Ends the call and throws away what is on its way; a stream merely left alone would stay open in the client.
    subscription.off('readable', wake);
    subscription.unsubscribe().catch(() => {});
    subscription.resume();
  };

  subscription.on('readable', wake);
  // Never removed: the client reports a connection lost later than this by an event, which unheard ends the process.
  subscription.on('error', (error) => finish(error));
  subscription.on('end', () => finish(new Error('the server ended the subscription')));
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();

  return {
    get lost() {
      return lost;
    },
    changed: () => {
      next = Promise.withResolvers<void>();
      if (lost) next.resolve();
      return next.promise;
    },
    // Not Promise.race with one long-lived promise: every call would leave a reaction on it, for months.
    unlessOver: <Answer>(answer: Promise<Answer>) =>
      new Promise<Answer | undefined>((resolve, reject) => {
        giveUp = () => resolve(undefined);
        answer.then(resolve, reject);
        if (lost) giveUp();
      }),
    stop,
  };
};
