import type pg from 'pg';
import type { Erased } from '../../commands/erasure/erasure-needs.ts';
import type { CommandHandler } from '../../commands/loop/handle.ts';
import { inTransaction } from '../../database/transaction.ts';
import { clientDecider } from '../../domain/clients/decide.ts';
import { isOf } from '../../domain/event-catalogue.ts';
import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import type { Subjects } from '../../personal/subjects.ts';
import { lateTraces } from '../../projections/orders/late-traces.ts';
import { dropAllReplays } from '../../projections/replay/schemas.ts';
import { defineFollower } from '../engine/define-follower.ts';
import { type Follower, systemEnvelope, type Ticker } from '../engine/process.ts';
import type { Forgetting } from './forgetting.ts';
import { dueErasures, settleErasure } from './tables.ts';

const NAME = 'erasures';
const EVERY_MS = 5_000;
/** Longer than any process keeps a client or a key in memory without asking. */
const SETTLED_AFTER_MS = 90_000;
const AT_ONCE = 20;

export interface ErasureProcessOptions {
  readonly store: Pick<EventStore, 'readAt'>;
  readonly pool: pg.Pool;
  readonly handler: CommandHandler;
  readonly forgetting: Forgetting;
  readonly subjects: Pick<Subjects, 'namesOf'>;
}

/**
 * Carries erasures through. The follower does all steps of the command once more: the command may have died before some of them.
 * The ticker looks again when everybody has heard of the erasure: another process may have placed an order for the client, told a partner of
 * a reservation, or kept a snapshot at that very moment.
 */
export const createErasures = (options: ErasureProcessOptions): { follower: Follower; ticker: Ticker } => {
  const { store, pool, handler, forgetting, subjects } = options;

  /** Orders and reservations that came into the log after the erasure, with the person: they are erased as well. */
  const eraseLate = async (erased: Erased, event: RecordedEvent, now: Date): Promise<void> => {
    if (erased.kind !== 'client') return;
    const { brand_id, client_id } = erased.data;
    const late = await lateTraces(pool, brand_id, client_id, event.position);
    if (late.order_ids.length === 0 && late.reservation_ids.length === 0) return;
    const envelope = systemEnvelope(NAME, now, { brand_id }, event);
    const names = await subjects.namesOf([{ brand_id, kind: 'client', key: String(client_id) }]);
    const command = { type: 'EraseClientAgain' as const, brand_id, ...late, subjects: names };
    await handler.handle(clientDecider, client_id, command, envelope);
  };

  const settle = async (position: number, now: Date): Promise<void> => {
    const [event] = await store.readAt([position]);
    const erased = event && erasedIn(event);
    if (erased) {
      await eraseLate(erased, event, now);
      await inTransaction(pool, (tx) => forgetting(tx, erased));
    }
    await settleErasure(pool, position, now);
  };

  return {
    follower: defineFollower({
      name: NAME,
      types: ['ClientErased', 'GuestErased', 'EmployeeErased', 'AccountErased'],
      startAt: 'start',
      handle: async (events, tx) => {
        for (const event of events) await forgetting(tx, erasedIn(event)!);
      },
    }),
    ticker: {
      name: NAME,
      everyMs: EVERY_MS,
      tick: async (now) => {
        const due = await dueErasures(pool, new Date(now.getTime() - SETTLED_AFTER_MS), AT_ONCE);
        // First, so that an erasure is not settled before they are gone.
        if (due.length > 0) await inTransaction(pool, dropAllReplays);
        for (const position of due) await settle(position, now);
      },
    },
  };
};

/** What the event says was erased; undefined: it is another event. */
export const erasedIn = (event: RecordedEvent): Erased | undefined => {
  const { position } = event;
  if (isOf(event, 'ClientErased')) return { kind: 'client', data: event.data, position };
  if (isOf(event, 'GuestErased')) return { kind: 'guest', data: event.data, position };
  if (isOf(event, 'EmployeeErased')) return { kind: 'employee', data: event.data, position };
  if (isOf(event, 'AccountErased')) return { kind: 'account', data: event.data, position };
  return undefined;
};
