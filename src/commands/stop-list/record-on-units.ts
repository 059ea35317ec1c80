import { Refusal } from '../../domain/refusal.ts';
import type { Envelope } from '../loop/envelope.ts';
import { Unavailable } from '../loop/unavailable.ts';
import type { OfOrder, UnitHolds } from './unit-holds.ts';

const MAX_ATTEMPTS = 3;

export interface OnUnits<Recorded> {
  /** Takes the units; answers their hold, or null where nothing is limited. */
  take(): Promise<string | null>;
  /** Records what the units are for. Throws order_hold_abandoned where they are on their way back. */
  record(hold_id: string | null, attempt: number): Promise<Recorded>;
  /** Whether what is recorded has these units: somebody else may have been first, with units of his own. */
  isUsed(recorded: Recorded, hold_id: string): boolean;
}

/**
 * Takes units, and records the order, or the items, that have them. What was refused, or has other units, gives them back;
 * and who took so long that his units are on their way back takes others. Of anything but a refusal it is not known whether
 * it was recorded: then the process held-units finds out.
 */
export const recordOnUnits = async <Recorded>(
  units: Pick<UnitHolds, 'giveBack'>,
  order: OfOrder,
  envelope: Envelope,
  { take, record, isUsed }: OnUnits<Recorded>,
): Promise<Recorded> => {
  // Where it fails, the process gives them back.
  const giveBack = async (hold_id: string | null): Promise<void> => {
    if (hold_id !== null) await units.giveBack({ ...order, hold_id }, envelope).catch(() => {});
  };
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const hold_id = await take();
    try {
      const recorded = await record(hold_id, attempt);
      if (hold_id !== null && !isUsed(recorded, hold_id)) await giveBack(hold_id);
      return recorded;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await giveBack(hold_id);
      if (error.code !== 'order_hold_abandoned') throw error;
    }
  }
  throw new Unavailable('the units of an order were given back again and again');
};
