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

/** What the command has recorded already; null: nothing. */
export const recordedMoney = (
  context: CommandContext,
  { stream, stream_id }: MoneyStream,
): Promise<MoneyHandled | null> =>
  context.recorded<unknown, never, TillEvent>(stream === 'till' ? tillDecider : ledgerDecider, stream_id);

/** What the command has recorded already, else what it records now. `prepare` is called in the second case only. */
export const handleMoney = async (
  context: CommandContext,
  on: MoneyStream,
  prepare: () => Promise<MoneyCommand>,
): Promise<MoneyHandled> => {
  const done = await recordedMoney(context, on);
  if (done) return done;
  const command = await prepare();
  const options = { point_id: on.point_id ?? undefined };
  return on.stream === 'till'
    ? context.handle(tillDecider, on.stream_id, command, options)
    : context.handle(ledgerDecider, on.stream_id, command, options);
};
