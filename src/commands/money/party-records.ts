import type { MoneyMoved } from '../../domain/money/events.ts';
import type { Party } from '../../domain/money/shapes.ts';
import type { CommandContext } from '../bus/context.ts';

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
