import { supplierDecider } from '../../domain/suppliers/decide.ts';
import type { PartyRecords } from '../money/party-records.ts';

/** What suppliers were paid stands on their own streams too. */
export const supplierRecords: PartyRecords = {
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
