import type { MoneyMoved } from '../../domain/money/events.ts';
import type { Party } from '../../domain/money/shapes.ts';
import { organizationRecords } from '../organizations/organization-records.ts';
import { salaryPayments } from '../payroll/salary-payments.ts';
import { supplierRecords } from '../suppliers/supplier-records.ts';
import type { CancelledMovement, PartyRecorder, PartyRecords } from './party-records.ts';

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
