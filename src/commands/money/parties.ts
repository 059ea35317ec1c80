import type { MoneyMoved } from '../../domain/money/events.ts';
import type { Party } from '../../domain/money/shapes.ts';
import type { CommandContext } from '../bus/context.ts';
import { salaryPayments } from '../payroll/salary-payments.ts';

/** Records on other streams: a command of the venue, or the process that goes on after a crash. */
export type PartyRecorder = Pick<CommandContext, 'handle'>;

/**
 * What a movement means for the one who paid or was paid. Both steps are idempotent by the movement's id. A cancelled
 * movement that the party's stream does not know has no effect: the process sees both events again, in their order.
 * Both answer the log position, or null if there was nothing to record.
 */
export interface PartyRecords {
  record(recorder: PartyRecorder, movement: MoneyMoved): Promise<number | null>;
  cancel(recorder: PartyRecorder, cancelled: CancelledMovement): Promise<number | null>;
}

export interface CancelledMovement {
  readonly brand_id: string;
  readonly party: Party;
  readonly movement_id: number;
  readonly cancelled_at: string;
}

const recordsOf: { readonly [Kind in Party['kind']]?: PartyRecords } = {
  employee: salaryPayments,
};

/** Tells the party's stream of a movement that was recorded. */
export const recordWithParty = async (recorder: PartyRecorder, movement: MoneyMoved): Promise<number | null> => {
  const { party } = movement;
  return (party && (await recordsOf[party.kind]?.record(recorder, movement))) ?? null;
};

/** Tells the party's stream that a movement was cancelled. */
export const cancelWithParty = async (recorder: PartyRecorder, cancelled: CancelledMovement): Promise<number | null> =>
  (await recordsOf[cancelled.party.kind]?.cancel(recorder, cancelled)) ?? null;
