import type { EventStore } from '../event-store/event-store.ts';
import { allProjections } from '../projections/index.ts';
import type { ProjectionSignals } from '../projections/signals.ts';

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
  const settled: Waits['settled'] = async (position, readModels = READ_MODELS) => {
    await signals.waitFor(readModels, position, WAIT_MS);
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
