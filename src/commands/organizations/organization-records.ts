import { organizationDecider } from '../../domain/organizations/decide.ts';
import type { PartyRecords } from '../money/party-records.ts';

/** What organizations paid stands on their own streams too. */
export const organizationRecords: PartyRecords = {
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
