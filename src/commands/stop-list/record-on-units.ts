import { Refusal } from '../../domain/refusal.ts';
import type { Envelope } from '../loop/envelope.ts';
import { Unavailable } from '../loop/unavailable.ts';
import type { OfOrder, UnitHolds } from './unit-holds.ts';

const MAX_ATTEMPTS = 3;

export interface OnUnits<Recorded> {
  /** Takes the units. Answers their hold, or null if no wanted product is limited. */
  take(): Promise<string | null>;
  /** Records what the units are for. Throws order_hold_abandoned if these units are being given back. */
  record(hold_id: string | null, attempt: number): Promise<Recorded>;
  /**
   * Whether the recorded order or items have these units. They have other units if another attempt recorded them first.
   */
  isUsed(recorded: Recorded, hold_id: string): boolean;
}

/**
 * Takes units, then records the order, or the items, that they are for. Gives the units back if the recording is
 * refused, or if another attempt recorded the same with other units. If the attempt was so slow that its units are
 * being given back, it takes units again. After any other error it is unknown whether the recording succeeded: the
 * process held-units finds out, and gives the units back if it did not.
 */
export const recordOnUnits = async <Recorded>(
  units: Pick<UnitHolds, 'giveBack'>,
  order: OfOrder,
  envelope: Envelope,
  { take, record, isUsed }: OnUnits<Recorded>,
): Promise<Recorded> => {
  // If this fails, the process held-units gives them back.
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
  throw new Unavailable('the units of an order were given back before it was recorded, several times');
};
