/** The answer; undefined as soon as the signal aborts. Leaves no listener on the signal, which may live for months. */
export const unlessAborted = <Answer>(answer: Promise<Answer>, signal: AbortSignal): Promise<Answer | undefined> =>
  new Promise((resolve, reject) => {
    const giveUp = (): void => resolve(undefined);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
