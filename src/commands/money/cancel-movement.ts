import { z } from 'zod';
import { pagedEntryOf } from '../../domain/collections/paged-by-id.ts';
import { ledgerDecider } from '../../domain/money/decide.ts';
import { type RecordedMovement, recordedMovement } from '../../domain/money/state.ts';
import { conflict, notFound } from '../../domain/refusal.ts';
import { requireUnaccepted, tillDecider } from '../../domain/shifts/decide.ts';
import { isKeysPoint } from '../bus/caller.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { entryResult } from '../bus/results.ts';
import { id, name } from '../fields/fields.ts';
import { asDomainEvents } from '../loop/folded.ts';
import type { MoneyNeeds, MovementPlace } from './money-needs.ts';
import { type MoneyHandled, recordedMoney } from './on-stream.ts';
import { cancelWithParty } from './parties.ts';

/** See docs/domain.md#money. */
export const cancelMovement = defineCommand({
  type: 'CancelMovement',
  audiences: ['venue'],
  summary: 'Takes a movement of money back, both sides of a transfer; 409 once the money of its shift was handed over.',
  input: z.object({ movement_id: id(), reason: name(500).nullish() }),
  result: entryResult,
  run: async ({ movement_id, reason }, context, needs: MoneyNeeds) => {
    const place = await requirePlace(context, needs, movement_id);
    const { brand_id } = context;
    const handled = await cancelOn(context, needs, place, { movement_id, reason });
    const cancelled = handled.events.find((event) => event.type === 'MovementCancelled')!.data;
    const { party, cancelled_at } = cancelled;
    const told = party && (await cancelWithParty(context, { brand_id, party, movement_id, cancelled_at }));
    return outcome({ ...handled, position: told ?? handled.position }, () => ({ id: movement_id }));
  },
});

const cancelOn = async (
  context: CommandContext,
  needs: MoneyNeeds,
  { stream, stream_id, point_id, position }: MovementPlace,
  { movement_id, reason }: { readonly movement_id: number; readonly reason?: string | null | undefined },
): Promise<MoneyHandled> => {
  if (stream === 'book') throw conflict('movement_of_deposit');
  const done = await recordedMoney(context, { stream, stream_id, point_id });
  if (done) return done;
  const { brand_id, occurred_at: at } = context;
  const cancel = { type: 'CancelMovement', brand_id, at, reason: reason ?? null } as const;
  const options = { point_id: point_id ?? undefined };
  if (stream === 'till') {
    await requireUnacceptedElsewhere(context, needs, stream_id, movement_id);
    return context.handle(tillDecider, stream_id, { ...cancel, movement_id }, options);
  }
  const recorded = await requireRecorded(needs, position);
  return context.handle(ledgerDecider, stream_id, { ...cancel, recorded }, options);
};

/** What the log has of a movement of a ledger. */
const requireRecorded = async (needs: MoneyNeeds, position: number): Promise<RecordedMovement> => {
  const event = await needs.eventAt(position);
  const [known] = event ? asDomainEvents(ledgerDecider, [event]) : [];
  const recorded = known && recordedMovement(known);
  if (!recorded) throw notFound('movement_not_found');
  return recorded;
};

/** A movement of the brand at a point of the caller's key. Else movement_not_found (404). */
const requirePlace = async (
  { brand_id, caller }: CommandContext,
  needs: MoneyNeeds,
  movementId: number,
): Promise<MovementPlace> => {
  const place = await needs.movementPlace(brand_id, movementId);
  const isOurs = place && (caller.point_ids === null || isKeysPoint(caller, place.point_id));
  if (!isOurs) throw notFound('movement_not_found');
  return place;
};

/** A transfer between two tills is on the stream of one of them: the other one's shift must not be handed over either. */
const requireUnacceptedElsewhere = async (
  context: CommandContext,
  needs: MoneyNeeds,
  till: string,
  movementId: number,
): Promise<void> => {
  const { money } = await context.load(tillDecider, till);
  for (const shiftId of pagedEntryOf(money.movements, movementId)?.shift_ids ?? []) {
    const pointId = await needs.pointOfShift(context.brand_id, shiftId);
    if (pointId === undefined || pointId === till) continue;
    requireUnaccepted(await context.load(tillDecider, pointId), shiftId);
  }
};
