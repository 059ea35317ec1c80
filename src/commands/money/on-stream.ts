import type { MoneyCommand } from '../../domain/money/commands.ts';
import { ledgerDecider } from '../../domain/money/decide.ts';
import { tillDecider } from '../../domain/shifts/decide.ts';
import type { TillEvent } from '../../domain/shifts/events.ts';
import type { CommandContext } from '../bus/context.ts';
import type { Handled } from '../loop/handled.ts';

/** The stream of a movement. A movement that touches a shift is on a till, any other on a ledger. */
export interface MoneyStream {
  readonly stream: 'till' | 'ledger';
  /** A point, or the brand. */
  readonly stream_id: string;
  /** Null: of the brand, at no point in particular. */
  readonly point_id: string | null;
}

export type MoneyHandled = Pick<Handled<unknown, TillEvent>, 'events' | 'position' | 'duplicate'>;

/** What the command has recorded already, else what it records now. `prepare` is called in the second case only. */
export const handleMoney = async (
  context: CommandContext,
  { stream, stream_id, point_id }: MoneyStream,
  prepare: () => Promise<MoneyCommand>,
): Promise<MoneyHandled> => {
  const decider = stream === 'till' ? tillDecider : ledgerDecider;
  const done: MoneyHandled | null = await context.recorded<unknown, never, TillEvent>(decider, stream_id);
  if (done) return done;
  const options = { point_id: point_id ?? undefined };
  const command = await prepare();
  return stream === 'till'
    ? context.handle(tillDecider, stream_id, command, options)
    : context.handle(ledgerDecider, stream_id, command, options);
};
