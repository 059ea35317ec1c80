import type { AccountEvent } from '../../domain/accounts/events.ts';
import { versioned } from '../engine/versioned.ts';
import type { VenuePart } from '../venue/part.ts';

type TermsOf = Extract<AccountEvent, { readonly type: 'AccountChanged' }>['data'];

const rowOf = ({ personal, brand_id, role, point_ids, language, employee_id }: TermsOf) => ({
  account_id: personal.account_id,
  brand_id,
  login: personal.login,
  name: personal.name,
  role,
  point_ids,
  language,
  employee_id,
});

export const accountsPart: VenuePart = {
  version: 2,
  tables: [
    versioned({
      name: 'people',
      columns: {
        account_id: 'bigint',
        brand_id: 'uuid',
        login: 'text',
        name: 'text',
        role: 'text',
        point_ids: 'uuid[]',
        language: 'text',
        employee_id: 'bigint',
        is_disabled: 'boolean',
        is_erased: 'boolean',
        has_password: 'boolean',
        /** Of the invitation that is out. Null: there is none. */
        invited_until: 'timestamptz',
      },
      key: ['account_id'],
      indexes: [['brand_id', 'account_id']],
    }),
  ],
  on: {
    AccountInvited: ({ data }, write) =>
      write.insert('people', {
        ...rowOf(data),
        is_disabled: false,
        is_erased: false,
        has_password: false,
        invited_until: data.invitation.expires_at,
      }),
    AccountChanged: ({ data }, write) => {
      const { account_id, ...terms } = rowOf(data);
      write.patch('people', { account_id }, terms);
    },
    InvitationAccepted: ({ data: { account_id } }, write) =>
      write.patch('people', { account_id }, { has_password: true, invited_until: null }),
    PasswordReset: ({ data: { account_id, invitation } }, write) =>
      write.patch('people', { account_id }, { has_password: false, invited_until: invitation.expires_at }),
    AccountDisabled: ({ data: { account_id } }, write) => write.patch('people', { account_id }, { is_disabled: true }),
    AccountEnabled: ({ data: { account_id } }, write) => write.patch('people', { account_id }, { is_disabled: false }),
    AccountErased: ({ data: { account_id } }, write) => {
      write.forget('people', { account_id }, { login: null, name: null });
      write.patch('people', { account_id }, { is_erased: true, has_password: false, invited_until: null });
    },
  },
};
