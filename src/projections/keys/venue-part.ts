import { putsInto, type VenuePart } from '../venue/part.ts';

export const keysPart: VenuePart = {
  version: 0,
  tables: [
    {
      name: 'access_keys',
      columns: {
        key_id: 'uuid',
        brand_id: 'uuid',
        audience: 'text',
        key_hash: 'text',
        name: 'text',
        permissions: 'text[]',
        point_ids: 'uuid[]',
        expires_at: 'timestamptz',
        auto_confirm: 'boolean',
        operator_confirmation: 'text',
        source_id: 'bigint',
        requests_per_minute: 'integer',
        showcase_ids: 'bigint[]',
        default_order_type_sub_ids: 'json',
        issued_at: 'timestamptz',
        revoked_at: 'timestamptz',
      },
      key: ['key_id'],
      indexes: [['key_hash'], ['brand_id']],
    },
  ],
  on: {
    KeyIssued: putsInto('access_keys'),
    KeyTermsChanged: (event, write) => {
      const { key_id, ...terms } = event.data;
      write.patch('access_keys', { key_id }, terms);
    },
    KeyRevoked: (event, write) => {
      const { key_id, revoked_at } = event.data;
      write.patch('access_keys', { key_id }, { revoked_at });
    },
  },
};
