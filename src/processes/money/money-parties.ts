import type { CommandHandler } from '../../commands/loop/handle.ts';
import { cancelWithParty, type PartyRecorder, recordWithParty } from '../../commands/money/parties.ts';
import { moveSettlement } from '../../commands/payroll/settlement-money.ts';
import type { EventOf } from '../../domain/event-catalogue.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Recorded } from '../../event-store/event-store.ts';
import { defineFollower } from '../engine/define-follower.ts';
import { type Follower, systemEnvelope } from '../engine/process.ts';

export interface MoneyPartiesOptions {
  readonly handler: Pick<CommandHandler, 'handle'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const NAME = 'money-parties';
const TYPES = ['MoneyMoved', 'MovementCancelled', 'EmployeeDebtSettled'] as const;

/**
 * Makes sure that every payment is on the stream of the organization, supplier or employee too. The commands do this at
 * once; this process goes on after a crash between the two streams. It sees all payments, in the order of the log, and
 * each step is idempotent. It also moves the money of settled debts, as the command that settled them.
 */
export const createMoneyParties = ({ handler, clock }: MoneyPartiesOptions): Follower => {
  const settle = async (event: Recorded<EventOf<'EmployeeDebtSettled'>>): Promise<void> => {
    const { data, metadata } = event;
    const envelope = { ...systemEnvelope(NAME, new Date(clock()), data, event), command_id: metadata.command_id };
    const recorder: PartyRecorder = {
      handle: (decider, id, command, { step } = {}) => {
        const own = step === undefined ? envelope : systemEnvelope(NAME, new Date(clock()), data, event);
        return handler.handle(decider, id, command, own);
      },
    };
    // Refused: the shift's money was handed over, and the debt is owed again.
    await moveSettlement(recorder, data).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
  };

  const see = async (event: Recorded<EventOf<(typeof TYPES)[number]>>): Promise<void> => {
    if (event.type === 'EmployeeDebtSettled') return settle(event);
    const { party, brand_id } = event.data;
    if (party === null) return;
    const envelope = systemEnvelope(NAME, new Date(clock()), { brand_id }, event);
    const recorder: PartyRecorder = {
      handle: (decider, id, command) => handler.handle(decider, id, command, envelope),
    };
    if (event.type === 'MoneyMoved') {
      await recordWithParty(recorder, event.data);
      return;
    }
    const { movement_ids, cancelled_at } = event.data;
    for (const movement_id of movement_ids) {
      await cancelWithParty(recorder, { brand_id, party, movement_id, cancelled_at });
    }
  };
  return defineFollower({
    name: NAME,
    types: TYPES,
    startAt: 'start',
    handle: async (events) => {
      for (const event of events) await see(event);
    },
  });
};
