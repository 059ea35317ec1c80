import { employeeDecider } from '../../domain/employees/decide.ts';
import type { MoneyMoved } from '../../domain/money/events.ts';
import type { Party } from '../../domain/money/shapes.ts';
import { organizationDecider } from '../../domain/organizations/decide.ts';
import { supplierDecider } from '../../domain/suppliers/decide.ts';
import type { CommandContext } from '../bus/context.ts';

/**
 * What a movement of money means for the one who paid or was paid: it stands on that party's own stream too. Each step
 * counts once, by the movement's id. A cancelled movement that the party's stream does not know has no effect: the
 * process sees both events again, in their order.
 */

/** Records on other streams: a command of the venue, or the process that goes on after a crash. */
export type PartyRecorder = Pick<CommandContext, 'handle'>;

export interface CancelledMovement {
  readonly brand_id: string;
  readonly party: Party;
  readonly movement_id: number;
  readonly cancelled_at: string;
}

/** Both answer the log position, or null if there was nothing to record. */
interface PartyRecords {
  record(recorder: PartyRecorder, movement: MoneyMoved): Promise<number | null>;
  cancel(recorder: PartyRecorder, cancelled: CancelledMovement): Promise<number | null>;
}

const organizationRecords: PartyRecords = {
  record: async (recorder, { party, direction: _, operation: __, personal: { note }, ...payment }) => {
    if (party?.kind !== 'organization') return null;
    const { id, is_internal } = party;
    const { point_id } = payment;
    const command = { type: 'RecordPayment' as const, payment: { ...payment, note, is_internal } };
    return (await recorder.handle(organizationDecider, id, command, point_id === null ? {} : { point_id })).position;
  },
  cancel: async (recorder, { brand_id, party, movement_id }) => {
    const command = { type: 'CancelPayment' as const, brand_id, movement_id };
    return (await recorder.handle(organizationDecider, party.id, command)).position;
  },
};

const supplierRecords: PartyRecords = {
  record: async (recorder, { party, direction: _, operation: __, personal: { note }, ...payment }) => {
    if (party?.kind !== 'supplier') return null;
    const { point_id } = payment;
    const command = { type: 'RecordPayment' as const, payment: { ...payment, note } };
    return (await recorder.handle(supplierDecider, party.id, command, point_id === null ? {} : { point_id })).position;
  },
  cancel: async (recorder, { brand_id, party, movement_id }) => {
    const command = { type: 'CancelPayment' as const, brand_id, movement_id };
    return (await recorder.handle(supplierDecider, party.id, command)).position;
  },
};

/** An employee was paid, or has paid back. */
const salaryPayments: PartyRecords = {
  record: async (recorder, movement) => {
    const { party, point_id, payment_purpose_id, moved_at: paid_at, operation: _, personal, ...money } = movement;
    if (party?.kind !== 'employee' || point_id === null || payment_purpose_id === null) return null;
    const { brand_id } = money;
    const whose = { employee_id: party.id, personal: { employee_id: party.id, note: personal.note } };
    const payment = { ...money, ...whose, point_id, payment_purpose_id, paid_at };
    const command = { type: 'RecordSalaryPayment' as const, brand_id, payment };
    return (await recorder.handle(employeeDecider, party.id, command, { point_id })).position;
  },
  cancel: async (recorder, { brand_id, party, movement_id, cancelled_at }) => {
    const command = { type: 'CancelSalaryPayment' as const, brand_id, movement_id, cancelled_at };
    return (await recorder.handle(employeeDecider, party.id, command)).position;
  },
};

const recordsOf: { readonly [Kind in Party['kind']]: PartyRecords } = {
  employee: salaryPayments,
  organization: organizationRecords,
  supplier: supplierRecords,
};

/** Tells the party's stream of a movement that was recorded. */
export const recordWithParty = async (recorder: PartyRecorder, movement: MoneyMoved): Promise<number | null> => {
  const { party } = movement;
  return party && recordsOf[party.kind].record(recorder, movement);
};

/** Tells the party's stream that a movement was cancelled. */
export const cancelWithParty = async (recorder: PartyRecorder, cancelled: CancelledMovement): Promise<number | null> =>
  recordsOf[cancelled.party.kind].cancel(recorder, cancelled);
