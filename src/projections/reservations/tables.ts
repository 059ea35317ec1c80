import type { TableDefinition } from '../engine/projection.ts';

export const reservationTables: readonly TableDefinition[] = [
  {
    name: 'reservations',
    columns: {
      reservation_id: 'uuid',
      brand_id: 'uuid',
      point_id: 'uuid',
      key_id: 'uuid',
      source: 'text',
      status: 'text',
      date: 'date',
      starts_at: 'timestamptz',
      /** When its timer is due; null: never. */
      timer_at: 'timestamptz',
      /** The log position of its last change: the order of the change feed. */
      changed_position: 'bigint',
      changed_at: 'timestamptz',
      /** The payload of its last event, without the guest. */
      reservation: 'json',
      /** Of the guest. Null: the guest was erased. */
      personal: 'json',
    },
    key: ['reservation_id'],
    indexes: [
      ['key_id', 'changed_position'],
      ['key_id', 'changed_at'],
      ['key_id', 'date'],
      ['brand_id', 'date'],
      // For erasures, and for the question what is held of a person.
      ["(personal ->> 'phone')"],
      ['point_id', 'date'],
      ['point_id', 'changed_position'],
      ['timer_at'],
    ],
  },
  {
    // Every change there ever was. A reader of the feed comes back with the time of a change that it has seen, and the
    // log position of that change is found here even if the reservation has changed since.
    name: 'reservation_changes',
    columns: { position: 'bigint', reservation_id: 'uuid', brand_id: 'uuid', changed_at: 'timestamptz' },
    key: ['position'],
    indexes: [['reservation_id', 'position']],
  },
  {
    // The deposits that the venue took or gave back, for the history of a reservation.
    name: 'deposit_moves',
    columns: { position: 'bigint', reservation_id: 'uuid', brand_id: 'uuid' },
    key: ['position'],
    indexes: [['reservation_id', 'position']],
  },
  {
    // Only reservations that hold a place now: availability asks this table.
    name: 'table_holds',
    columns: {
      reservation_id: 'uuid',
      brand_id: 'uuid',
      point_id: 'uuid',
      key_id: 'uuid',
      source: 'text',
      /** Null: none yet. */
      table_id: 'bigint',
      date: 'date',
      start_time: 'text',
      end_time: 'text',
      starts_at: 'timestamptz',
      ends_at: 'timestamptz',
      guests: 'integer',
      /** When the guest was seated; null: expected. */
      seated_at: 'timestamptz',
    },
    key: ['reservation_id'],
    indexes: [
      ['point_id', 'starts_at'],
      ['point_id', 'seated_at'],
      ['brand_id', 'date'],
    ],
  },
  {
    // Guests who sit at a table without a reservation.
    name: 'walk_ins',
    columns: { table_id: 'bigint', brand_id: 'uuid', point_id: 'uuid', guests: 'integer', seated_at: 'timestamptz' },
    key: ['table_id'],
    indexes: [['point_id']],
  },
];
