import { describe, expect, it } from 'vitest';
import { accountDecider } from '../../../../src/domain/accounts/decide.ts';
import { type AccountEvent, accountEvents } from '../../../../src/domain/accounts/events.ts';
import { ownersDecider, ownersEvents } from '../../../../src/domain/accounts/owners.ts';
import type { Role } from '../../../../src/domain/accounts/roles.ts';
import { specOf } from '../../../support/given-when-then.ts';

const { given } = specOf(accountDecider, accountEvents);

const brand_id = '7b1c6f0e-6f0e-4a51-9a53-0c8f1f0a5f10';
const at = '2026-07-01T09:00:00.000Z';
const later = '2026-07-01T10:00:00.000Z';
const invitation = { hash: 'abc', expires_at: '2026-07-04T09:00:00.000Z' };
const credential_id = '0a4a6d6e-3b1f-4f0b-8f5d-9f0f2a9d4c11';
const other = '1b4a6d6e-3b1f-4f0b-8f5d-9f0f2a9d4c12';
const by = { brand_id, touches_owners: true };
const byManager = { brand_id, touches_owners: false };
const ids = { account_id: 17, brand_id };

const termsOf = (role: Role) => ({ name: 'Anna', role, point_ids: null, language: 'en' as const, employee_id: null });
const invitedAs = (role: Role): AccountEvent => {
  const { name, ...terms } = termsOf(role);
  const personal = { account_id: 17, login: 'anna', name };
  return { type: 'AccountInvited', data: { ...ids, ...terms, personal, invitation, invited_at: at } };
};
const invite = (role: Role) =>
  ({ type: 'InviteAccount', account_id: 17, login: 'anna', terms: termsOf(role), invitation, at, ...by }) as const;
const accepted: AccountEvent = { type: 'InvitationAccepted', data: { ...ids, credential_id, accepted_at: later } };
const disabled: AccountEvent = { type: 'AccountDisabled', data: { ...ids, disabled_at: at } };
const enabled: AccountEvent = { type: 'AccountEnabled', data: ids };
const accept = { type: 'AcceptInvitation', hash: 'abc', credential_id, at: later } as const;
const invalid = ['invalid', 'invitation_invalid', { field: 'invitation' }] as const;

describe('an account', () => {
  it('is invited once: a login that has an account is taken', () => {
    given().when(invite('cook')).then(invitedAs('cook'));
    given(invitedAs('cook')).when(invite('cook')).thenRefused('conflict', 'login_taken');
  });

  it('takes an invitation once, in time, and only the latest one', () => {
    given(invitedAs('cook')).when(accept).then(accepted);
    given(invitedAs('cook'), accepted)
      .when(accept)
      .thenRefused(...invalid);
    given(invitedAs('cook'))
      .when({ ...accept, at: invitation.expires_at })
      .thenRefused(...invalid);
    given(invitedAs('cook'))
      .when({ ...accept, hash: 'abd' })
      .thenRefused(...invalid);
    given(invitedAs('cook'), disabled)
      .when(accept)
      .thenRefused(...invalid);
    given()
      .when(accept)
      .thenRefused(...invalid);
    const next = { hash: 'def', expires_at: '2026-07-05T09:00:00.000Z' };
    const reset: AccountEvent = { type: 'PasswordReset', data: { ...ids, invitation: next, reset_at: later } };
    const history = [invitedAs('cook'), accepted];
    given(...history)
      .when({ type: 'ResetAccount', invitation: next, at: later, ...by })
      .then(reset);
    expect(given(...history, reset).state()).toMatchObject({ credential_id: null, invitation: next });
    given(...history, reset)
      .when(accept)
      .thenRefused(...invalid);
  });

  it('changes its password only from the one that counts', () => {
    const change = { type: 'ChangePassword', from: credential_id, credential_id: other, at: later } as const;
    const changed: AccountEvent = {
      type: 'PasswordChanged',
      data: { ...ids, credential_id: other, changed_at: later },
    };
    given(invitedAs('cook'), accepted).when(change).then(changed);
    given(invitedAs('cook'), accepted, changed).when(change).thenRefused('conflict', 'password_changed_since');
    given(invitedAs('cook'), accepted, disabled).when(change).thenRefused('conflict', 'password_changed_since');
  });

  it('keeps the terms a change leaves out', () => {
    const change = {
      type: 'ChangeAccount',
      terms: { name: 'Anna K', role: undefined },
      released: null,
      ...by,
    } as const;
    const [changed] = given(invitedAs('cook')).when(change).result().events;
    expect(changed).toMatchObject({ data: { role: 'cook', personal: { login: 'anna', name: 'Anna K' } } });
    given(invitedAs('cook'), changed!).when(change).thenNothing();
  });

  it('of an owner is closed to managers, and nobody becomes an owner by a manager', () => {
    const toOwner = { type: 'ChangeAccount', terms: { role: 'owner' }, released: null } as const;
    const refused = ['forbidden', 'owner_forbidden'] as const;
    given()
      .when({ ...invite('owner'), ...byManager })
      .thenRefused(...refused);
    given(invitedAs('cook'))
      .when({ ...toOwner, ...byManager })
      .thenRefused(...refused);
    const commands = [
      { type: 'ChangeAccount', terms: { name: 'B' }, released: null, ...byManager },
      { type: 'DisableAccount', at, released: null, ...byManager },
      { type: 'EnableAccount', ...byManager },
      { type: 'ResetAccount', invitation, at, ...byManager },
      { type: 'EraseAccount', reason: '', subjects: [], ...byManager },
    ] as const;
    for (const command of commands) {
      given(invitedAs('owner'))
        .when(command)
        .thenRefused(...refused);
      given(invitedAs('owner'))
        .when({ ...command, brand_id: other })
        .thenRefused('not_found', 'person_not_found');
    }
  });

  it('of an owner is disabled, or loses the role, only after it was released', () => {
    const disable = (released: number | null) => ({ type: 'DisableAccount', at, released, ...by }) as const;
    const toCook = { type: 'ChangeAccount', terms: { role: 'cook' }, released: null, ...by } as const;
    given(invitedAs('owner')).when(disable(null)).thenRefused('conflict', 'owner_not_released');
    given(invitedAs('owner')).when(toCook).thenRefused('conflict', 'owner_not_released');
    given(invitedAs('owner')).when(disable(1)).then(disabled);
    const again = [invitedAs('owner'), disabled, enabled];
    given(...again)
      .when(disable(1))
      .thenRefused('conflict', 'owner_not_released');
    given(...again)
      .when(disable(2))
      .then(disabled);
    given(invitedAs('cook')).when(disable(null)).then(disabled);
  });

  it('is erased once it is disabled, and keeps its number', () => {
    const erase = { type: 'EraseAccount', reason: 'left', subjects: [], ...by } as const;
    given(invitedAs('cook')).when(erase).thenRefused('conflict', 'account_not_disabled');
    const erased: AccountEvent = { type: 'AccountErased', data: { ...ids, reason: 'left', subjects: [] } };
    const history = [invitedAs('cook'), disabled];
    given(...history)
      .when(erase)
      .then(erased);
    given(...history, erased)
      .when(erase)
      .thenNothing();
    given(...history, erased)
      .when({ type: 'EnableAccount', ...by })
      .thenRefused('conflict', 'account_erased');
    expect(given(...history, erased).state()).toMatchObject({ account_id: 17, login: null, name: null });
  });
});

describe('the owners of a brand', () => {
  const spec = specOf(ownersDecider, ownersEvents);
  const owner = (account_id: number, grant = 1) => ({ brand_id, account_id, grant });
  const added = (...of: Parameters<typeof owner>) => ({ type: 'OwnerAdded', data: owner(...of) }) as const;
  const removed = (...of: Parameters<typeof owner>) => ({ type: 'OwnerRemoved', data: owner(...of) }) as const;
  const remove = (...of: Parameters<typeof owner>) => ({ type: 'RemoveOwner', owner: owner(...of) }) as const;
  const add = (...of: Parameters<typeof owner>) => ({ type: 'AddOwner', owner: owner(...of) }) as const;

  it('never lose the last one', () => {
    spec.given(added(1)).when(remove(1)).thenRefused('conflict', 'last_owner');
    spec.given(added(1), added(2)).when(remove(1)).then(removed(1));
    spec.given(added(1), added(2), removed(1)).when(remove(2)).thenRefused('conflict', 'last_owner');
    spec.given(added(1), added(2), removed(1)).when(remove(1)).thenNothing();
    // It was never counted, because the app died before that: it is noted all the same.
    spec.given(added(1)).when(remove(2)).then(removed(2));
  });

  it('are not changed by what comes late', () => {
    spec.given(added(1), added(2), removed(2)).when(add(2)).thenNothing();
    spec.given(added(1), added(2), removed(2)).when(add(2, 2)).then(added(2, 2));
    spec.given(added(1), added(2, 2)).when(remove(2, 1)).thenNothing();
  });
});
