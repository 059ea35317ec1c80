import type { EventStore } from '../event-store/event-store.ts';
import { allProjections } from '../projections/all-projections.ts';
import type { ProjectionSignals } from '../projections/reading/signals.ts';

/** The most anybody waits for a read model. */
const WAIT_MS = 2_000;

const READ_MODELS = allProjections.map(({ name }) => name);

/** Read your writes: each resolves when the read models show the log so far, or after a bounded wait. */
export interface Waits {
  /** Up to a position; all read models, where none are named. */
  settled(position: number, readModels?: readonly string[]): Promise<void>;
  /** Up to the end the log has by now. */
  caughtUp(readModels?: readonly string[]): Promise<void>;
  /** Up to the end the log has by now: that position, or null when the wait was not long enough. */
  reservationsShown(): Promise<number | null>;
}

export const createWaits = (store: EventStore, signals: Pick<ProjectionSignals, 'position' | 'waitFor'>): Waits => {
  /** Read models that did not move during a whole wait, and where they stand. */
  const standing = new Map<string, number>();

  const settled: Waits['settled'] = async (position, readModels = READ_MODELS) => {
    // One that stands still is waited for again once it has moved: else every command would wait in vain.
    const moving = readModels.filter((name) => standing.get(name) !== signals.position(name));
    const from = moving.map((name) => signals.position(name));
    if (await signals.waitFor(moving, position, WAIT_MS)) return;
    for (const [index, name] of moving.entries()) {
      const reached = signals.position(name);
      if (reached < position && reached === from[index]) standing.set(name, reached);
    }
  };
  return {
    settled,
    caughtUp: async (readModels) => settled(await store.head(), readModels),
    reservationsShown: async () => {
      const head = await store.head();
      await settled(head, ['reservations']);
      return signals.position('reservations') >= head ? head : null;
    },
  };
};
