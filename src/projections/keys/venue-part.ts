import { putsInto, type VenuePart } from '../venue/part.ts';

export const keysPart: VenuePart = {
  version: 1,
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
        /** Null: the key has no webhook. */
        webhook_url: 'text',
        /** Null: all there are. */
        webhook_events: 'text[]',
      },
      key: ['key_id'],
      indexes: [['key_hash'], ['brand_id', 'key_id']],
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
    WebhookConfigured: ({ data: { key_id, url, events } }, write) =>
      write.patch('access_keys', { key_id }, { webhook_url: url, webhook_events: events }),
  },
};
