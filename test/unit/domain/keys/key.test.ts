import { describe, expect, it } from 'vitest';
import { accessKeyDecider } from '../../../../src/domain/keys/decide.ts';
import { type AccessKeyEvent, accessKeyEvents, type KeyTerms } from '../../../../src/domain/keys/events.ts';
import { specOf } from '../../../support/given-when-then.ts';

const { given } = specOf(accessKeyDecider, accessKeyEvents);

const key_id = 'd7c0b5c2-3c4f-4b5e-9a6d-1e2f3a4b5c6d';
const brand_id = '7b1c6f0e-6f0e-4a51-9a53-0c8f1f0a5f10';
const at = '2026-03-01T10:00:00.000Z';

const terms: KeyTerms = {
  name: 'Delivery app',
  permissions: ['reports'],
  point_ids: null,
  expires_at: null,
  auto_confirm: false,
  operator_confirmation: 'none',
  source_id: 0,
  requests_per_minute: null,
  showcase_ids: [],
  default_order_type_sub_ids: {},
};
const key = { key_id, brand_id, audience: 'partner', key_hash: 'a1b2', issued_at: at, ...terms } as const;
const issued: AccessKeyEvent = { type: 'KeyIssued', data: key };
const revoked: AccessKeyEvent = { type: 'KeyRevoked', data: { key_id, brand_id, revoked_at: at } };

describe('an access key', () => {
  it('an access key is issued', () => {
    given().when({ type: 'IssueKey', key }).then(issued);
  });

  it('an access key is issued once', () => {
    given(issued)
      .when({ type: 'IssueKey', key: { ...key, key_hash: 'other' } })
      .thenNothing();
  });

  it('an access key keeps the terms an update leaves out, and records all of them', () => {
    const update = { showcase_ids: [5], default_order_type_sub_ids: { '3': 9 }, name: undefined };
    given(issued)
      .when({ type: 'UpdateKey', terms: update })
      .then({
        type: 'KeyTermsChanged',
        data: { key_id, brand_id, ...terms, showcase_ids: [5], default_order_type_sub_ids: { '3': 9 } },
      });
  });

  it('an access key can lose a limit again: null is a term, not an omission', () => {
    const limited: AccessKeyEvent = {
      type: 'KeyTermsChanged',
      data: { key_id, brand_id, ...terms, expires_at: at, requests_per_minute: 60 },
    };
    given(issued, limited)
      .when({ type: 'UpdateKey', terms: { expires_at: null, requests_per_minute: null } })
      .then({ type: 'KeyTermsChanged', data: { key_id, brand_id, ...terms } });
  });

  it('an access key is not changed by an update that says what is so', () => {
    given(issued)
      .when({ type: 'UpdateKey', terms: { ...terms } })
      .thenNothing();
    given(issued).when({ type: 'UpdateKey', terms: {} }).thenNothing();
  });

  it('an access key keeps who it is when its terms change', () => {
    const { state } = given(issued)
      .when({ type: 'UpdateKey', terms: { name: 'Kiosk' } })
      .result();
    expect(state).toEqual({ ...key, name: 'Kiosk', revoked_at: null, webhook: null });
  });

  it('an access key is revoked, once', () => {
    given(issued).when({ type: 'RevokeKey', at }).then(revoked);
    given(issued, revoked).when({ type: 'RevokeKey', at: '2026-04-01T10:00:00.000Z' }).thenNothing();
  });

  it('an access key does not change once revoked', () => {
    given(issued, revoked)
      .when({ type: 'UpdateKey', terms: { name: 'Kiosk' } })
      .thenRefused('conflict', 'key_revoked');
  });

  it('an access key must exist to be changed or revoked', () => {
    given().when({ type: 'UpdateKey', terms: {} }).thenRefused('not_found', 'key_not_found');
    given().when({ type: 'RevokeKey', at }).thenRefused('not_found', 'key_not_found');
  });
});
