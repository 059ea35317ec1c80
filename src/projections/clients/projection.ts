import type { EventOf } from '../../domain/event-catalogue.ts';
import { foldText } from '../../domain/fold-text.ts';
import type { Recorded } from '../../event-store/event-store.ts';
import { defineProjection } from '../engine/define-projection.ts';
import type { BatchWriter } from '../engine/projection.ts';

const putAddress = (
  { data }: Recorded<EventOf<'ClientAddressAdded' | 'ClientAddressChanged'>>,
  write: BatchWriter,
): void => {
  const { address_id, client_id, brand_id, personal } = data;
  write.put('client_addresses', { address_id, client_id, brand_id, personal: personal.address });
};

/**
 * So much of a name is compared: an entry of an index takes 2 704 bytes at most, and one character may be folded into eighteen.
 * A name has 255 characters, so no name that somebody writes is cut.
 */
const COMPARED = 500;
const comparedName = (name: string | null): string | null =>
  name && Array.from(foldText(name)).slice(0, COMPARED).join('');

/** The guests of a brand, for those who look for one by phone or name. Of whom was erased nothing stays. */
export const clientsProjection = defineProjection({
  name: 'clients',
  version: 2,
  tables: [
    {
      name: 'clients',
      columns: {
        client_id: 'bigint',
        brand_id: 'uuid',
        /** The day on the brand's clock. */
        registered_on: 'date',
        phone: 'text',
        name: 'text',
        /** As searches compare it. */
        folded_name: 'text',
        /** Points of the brand's own loyalty. */
        points: 'bigint',
        /** Points at the loyalty service, as it said last. Null: it has said nothing. */
        service_points: 'bigint',
      },
      key: ['client_id'],
      // With what a search compares: whoever finds nobody has read a brand's part of the index, and no row.
      indexes: [['brand_id', 'client_id', 'folded_name', 'phone']],
    },
    {
      name: 'client_addresses',
      columns: {
        address_id: 'bigint',
        client_id: 'bigint',
        brand_id: 'uuid',
        /** The address. Null: the client was erased. */
        personal: 'json',
      },
      key: ['address_id'],
      indexes: [['client_id']],
    },
  ],
  on: {
    ClientRegistered: ({ data }, write) => {
      const { client_id, brand_id, registered_on, personal } = data;
      const { phone, name } = personal;
      const points = { points: 0, service_points: null };
      write.insert('clients', {
        client_id,
        brand_id,
        registered_on,
        phone,
        name,
        folded_name: comparedName(name),
        ...points,
      });
    },
    ClientNamed: ({ data: { client_id, personal } }, write) => {
      const { name } = personal;
      write.patch('clients', { client_id }, { name, folded_name: comparedName(name) });
    },
    ClientAddressAdded: putAddress,
    ClientAddressChanged: putAddress,
    ClientAddressHidden: ({ data: { address_id } }, write) => write.remove('client_addresses', { address_id }),
    PointsAdjusted: ({ data: { client_id, balance } }, write) =>
      write.patch('clients', { client_id }, { points: balance }),
    LoyaltyCommitted: ({ data: { client_id, balance } }, write) =>
      write.patch('clients', { client_id }, { service_points: balance }),
    ClientErased: ({ data: { client_id } }, write) => {
      write.remove('clients', { client_id });
      write.forget('client_addresses', { client_id }, { personal: null });
    },
  },
});
