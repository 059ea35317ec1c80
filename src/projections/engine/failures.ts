import pg from 'pg';
import { describeError } from '../../database/describe-error.ts';
import { UNDEFINED_COLUMN, UNDEFINED_TABLE } from '../../database/sqlstate.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';

/** A handler threw, or wrote something that is not a row of its tables. Another attempt would end in the same way. */
export class HandlerFailure extends Error {
  /** The event at fault; undefined if only the batch as a whole is known to fail. */
  readonly event: RecordedEvent | undefined;
  constructor(cause: unknown, event: RecordedEvent | undefined) {
    super(cause instanceof Error ? `${cause.name}: ${cause.message}` : 'something was thrown', { cause });
    this.name = 'HandlerFailure';
    this.event = event;
  }
}

/** The checkpoint is not where this process left it: another process owns the projections now. */
export class CheckpointMoved extends Error {
  constructor(projections: readonly string[]) {
    super(`the checkpoint of ${projections.join(', ')} was moved by another process`);
    this.name = 'CheckpointMoved';
  }
}

/** Somebody built a view on this one of ours, so it can be neither dropped nor get other columns. */
export class ViewInUse extends Error {
  /** @param dependents Postgres' text, e.g. `view reports.mine depends on view analytics.cheques` */
  constructor(view: string, dependents: string) {
    super(`${view} can not be made anew before these are dropped: ${dependents.replaceAll('\n', '; ')}`);
    this.name = 'ViewInUse';
  }
}

/**
 * True if the same event will fail again, so that its projection has to be parked. Every other error (a lost
 * connection, a server that shuts down or is full, a deadlock) passes, and is tried again.
 */
export const isPermanent = (error: unknown): boolean =>
  error instanceof HandlerFailure ||
  // A rebuild that is tried again and again would read the whole log each time, and delay those behind it.
  error instanceof ViewInUse ||
  // Not supported, cardinality, data, constraints, names and rights, limits, raised by SQL, internal.
  (error instanceof pg.DatabaseError && /^(0A|21|22|23|42|44|54|P0|XX)/.test(error.code ?? ''));

/**
 * A read model does not exist yet, because no process with the role `projections` has made it; or its tables are of another version
 * than this code, and lack a column, until they are built anew.
 */
export const isReadModelUnready = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === UNDEFINED_COLUMN || (error.code === UNDEFINED_TABLE && /\bread\./.test(error.message)));

/** One line for the health page and the log: what failed and where, without the payload. */
export const describeFailure = (event: RecordedEvent, error: unknown): string =>
  `${event.type} at position ${event.position}: ${describeError(error)}`;
