import type pg from 'pg';
import type { RecordedEvent } from '../../event-store/event-store.ts';
import { type Checkpoint, parkCheckpoint } from './checkpoints.ts';
import { describeFailure, isPermanent } from './failures.ts';
import { createFold } from './fold.ts';
import type { Projection } from './projection.ts';
import { READ_SCHEMA } from './schema.ts';
import { commitSteps, type Step } from './step.ts';

/** One projection on its way through the log. Its position is that of its last commit. */
export interface Feeder {
  readonly name: string;
  readonly version: number;
  readonly position: number;
  /** Why it is parked; null while it runs. */
  readonly failure: string | null;
  /** The events that this projection has handlers for and has not applied. */
  pick(events: readonly RecordedEvent[]): readonly RecordedEvent[];
  /** How these events are applied, and the checkpoint moved to `to`. Throws HandlerFailure. */
  step(events: readonly RecordedEvent[], to: number): Step;
  /**
   * Applies events and moves the checkpoint to `to`, in one transaction. An event that cannot be applied parks the
   * projection right before it. Throws CheckpointMoved, and errors that pass when it is tried again.
   */
  apply(events: readonly RecordedEvent[], to: number): Promise<void>;
  /** A transaction that it shared with others has taken this step to `to`. */
  passed(to: number): void;
}

export const createFeeder = (pool: pg.Pool, projection: Projection, checkpoint: Checkpoint): Feeder => {
  const { name, version } = projection;
  const fold = createFold(projection, READ_SCHEMA);
  let { position } = checkpoint;
  let failure: string | null = null;

  const step = (events: readonly RecordedEvent[], to: number): Step => {
    const brands = [...new Set(events.map((event) => event.metadata.brand_id))];
    return {
      statements: events.length === 0 ? [] : fold.statements(events),
      move: { projection: name, version, from: position, to, brands },
    };
  };

  const applyAll = async (events: readonly RecordedEvent[], to: number): Promise<void> => {
    await commitSteps(pool, [step(events, to)]);
    position = to;
  };

  /** One event of the batch cannot be applied: goes on event by event, which finds it and stops right before it. */
  const applyEach = async (events: readonly RecordedEvent[]): Promise<void> => {
    for (const event of events) {
      try {
        await applyAll([event], event.position);
      } catch (error) {
        if (!isPermanent(error)) throw error;
        const description = describeFailure(event, error);
        await parkCheckpoint(pool, { projection: name, version, position }, description);
        failure = description;
        return;
      }
    }
  };

  return {
    name,
    version,
    get position() {
      return position;
    },
    get failure() {
      return failure;
    },
    pick: (events) => fold.pick(events.filter((event) => event.position > position)),
    step,
    apply: async (events, to) => {
      try {
        await applyAll(events, to);
      } catch (error) {
        if (!isPermanent(error)) throw error;
        await applyEach(events);
        if (failure === null && to > position) await applyAll([], to);
      }
    },
    passed: (to) => {
      position = to;
    },
  };
};
