/** Runs work that Ctrl-C, or the end of the terminal, stops: its signal aborts, and it cleans up. */
export const withInterrupt = async <Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort(new Error('interrupted'));
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, interrupt);
  try {
    return await work(interrupted.signal);
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
  }
};
