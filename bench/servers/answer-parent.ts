/** What the bench may ask a server process while it runs. */
export type Questions = Readonly<Record<string, () => Promise<unknown>>>;

export interface Served {
  readonly port: number;
  readonly questions?: Questions;
  close(): Promise<void>;
}

const always: Questions = {
  /** Milliseconds of all its threads so far. */
  processorTime: async () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
};

/** Tells the bench that the server listens and where, answers its questions, and closes with it or when told to. */
export const answerParent = ({ port, questions = {}, close }: Served): void => {
  process.on('message', async (question: string) => {
    const answer = await { ...always, ...questions }[question]?.();
    process.send?.(answer ?? null);
  });
  process.once('disconnect', async () => {
    await close();
    process.exit(0);
  });
  process.send?.({ port });
};
