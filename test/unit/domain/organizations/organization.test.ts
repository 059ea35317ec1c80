import { describe, expect, it } from 'vitest';
import { organizationDecider } from '../../../../src/domain/organizations/decide.ts';
import { type OrganizationEvent, organizationEvents } from '../../../../src/domain/organizations/events.ts';
import { balanceOf, RECENT } from '../../../../src/domain/organizations/state.ts';
import { specOf } from '../../../support/given-when-then.ts';
import {
  brand_id,
  cancelled,
  charge,
  charged,
  organization_id,
  payment,
  received,
  registered,
  registration,
  release,
  released,
  setOff,
} from './organization-fixture.ts';

const { given } = specOf(organizationDecider, organizationEvents);
const balance = (...history: OrganizationEvent[]): number => balanceOf(given(...history).state()!);

const { registered_on: _, registered_at: __, timezone: ___, ...details } = registration;
const { organization_id: ____, opening_balance, point_id: opening_point, ...changeable } = details;
const at = '2026-03-05T12:00:00.000Z';
const otherBrand = '11111111-6f0e-4a51-9a53-0c8f1f0a5f10';

describe('a closing that is told late', () => {
  const at = (minute: number) => `2026-03-05T12:${String(minute).padStart(2, '0')}:00.000Z`;
  const ofTime = (event: OrganizationEvent, minute: number): OrganizationEvent =>
    ({ ...event, data: { ...event.data, charged_at: at(minute) } }) as OrganizationEvent;
  const early = ofTime(charged(1, 1, 100_000), 10);
  const late = ofTime(charged(2, 2, 40_000), 50);
  const when = (amount: number, minute: number) =>
    given(registered({ debt_limit: 150_000 }), early, late).when({ ...charge(3, 3, amount), at: at(minute) });

  it('a late closing is judged by what was owed then: closings after it do not count', () => {
    when(50_000, 30).then(ofTime(charged(3, 3, 50_000), 30));
    when(50_001, 30).thenRefused('conflict', 'debt_limit_exceeded');
    when(150_000, 5).then(ofTime(charged(3, 3, 150_000), 5));
    when(10_001, 55).thenRefused('conflict', 'debt_limit_exceeded');
  });

  it('closings within a minute count for each other, whatever their clocks say', () => {
    when(10_000, 49).then(ofTime(charged(3, 3, 10_000), 49));
    when(10_001, 49).thenRefused('conflict', 'debt_limit_exceeded');
  });

  it('a charge whose time nobody knows counts for all times', () => {
    given(registered({ debt_limit: 150_000 }), charged(1, 1, 100_000))
      .when({ ...charge(3, 3, 50_001), at: at(1) })
      .thenRefused('conflict', 'debt_limit_exceeded');
  });
});

describe('the details of an organization', () => {
  it('an organization is registered once', () => {
    given().when({ type: 'RegisterOrganization', organization: registration }).then(registered());
    given(registered()).when({ type: 'RegisterOrganization', organization: registration }).thenNothing();
  });

  it('an organization gets new details whole, and keeps its opening balance unless it is given', () => {
    const change = { type: 'ChangeOrganization' as const, details: { ...changeable, name: 'Artel', tin: null }, at };
    const data = { ...details, name: 'Artel', tin: null, opening_balance: -500, changed_at: at };
    given(registered({ opening_balance: -500 }))
      .when({ ...change, opening: null })
      .then({ type: 'OrganizationDetailsChanged', data });
    const opening = { opening_balance: -100, point_id: charge(1, 1, 1).point_id };
    given(registered({ opening_balance: -500 }))
      .when({ ...change, opening })
      .then({ type: 'OrganizationDetailsChanged', data: { ...data, ...opening } });
  });

  it('an organization is not changed by the same details', () => {
    const opening = { opening_balance, point_id: opening_point };
    given(registered(), charged(1, 1, 100))
      .when({ type: 'ChangeOrganization', details: changeable, opening, at })
      .thenNothing();
  });

  it('an organization of another brand does not exist', () => {
    const change = {
      type: 'ChangeOrganization' as const,
      details: { ...changeable, brand_id: otherBrand },
      opening: null,
      at,
    };
    given(registered()).when(change).thenRefused('not_found', 'organization_not_found');
    given()
      .when({ ...change, details: changeable })
      .thenRefused('not_found', 'organization_not_found');
    given(registered())
      .when({ ...charge(1, 1, 1), brand_id: otherBrand })
      .thenRefused('invalid', 'organization_not_found', { field: 'organization_id' });
    given(registered())
      .when({ type: 'RecordPayment', payment: { ...payment(1, 1), brand_id: otherBrand } })
      .thenRefused('not_found', 'organization_not_found');
    given(registered(), charged(1, 1, 100))
      .when({ ...release(1, 1), brand_id: otherBrand })
      .thenNothing();
    given(registered())
      .when({ ...setOff(1, 1), brand_id: otherBrand })
      .thenNothing();
  });
});

describe('the debt limit of an organization', () => {
  const owing50 = [registered(), charged(1, 1, 50_000)];

  it('a debt may be as high as the limit, not higher', () => {
    given(...owing50)
      .when(charge(2, 2, 100_000))
      .then(charged(2, 2, 100_000));
    const amounts = { limit: 150_000, debt: 50_000, amount: 100_001 };
    given(...owing50)
      .when(charge(2, 2, 100_001))
      .thenRefused('conflict', 'debt_limit_exceeded', amounts);
  });

  it('the answer to a refused charge has the amounts as fields', () => {
    expect(() => organizationDecider.decide(given(...owing50).state(), charge(2, 2, 100_001))).toThrow(
      expect.objectContaining({ params: { limit: 150_000, debt: 50_000, amount: 100_001 } }),
    );
  });

  it('an organization without a limit may owe anything, one with the limit 0 nothing', () => {
    given(registered({ debt_limit: null }))
      .when(charge(1, 1, 1e12))
      .then(charged(1, 1, 1e12));
    given(registered({ debt_limit: 0 }))
      .when(charge(1, 1, 1))
      .thenRefused('conflict', 'debt_limit_exceeded', { limit: 0, debt: 0, amount: 1 });
  });

  it('what was paid ahead may be eaten beside the limit', () => {
    const paidAhead = [registered(), received(9, 20_000)];
    given(...paidAhead)
      .when(charge(1, 1, 170_000))
      .then(charged(1, 1, 170_000));
    const amounts = { limit: 150_000, debt: -20_000, amount: 170_001 };
    given(...paidAhead)
      .when(charge(1, 1, 170_001))
      .thenRefused('conflict', 'debt_limit_exceeded', amounts);
  });

  it('the limit that counts is the one of now', () => {
    const data = { ...details, debt_limit: 60_000, changed_at: at };
    const lower: OrganizationEvent = { type: 'OrganizationDetailsChanged', data };
    given(...owing50, lower)
      .when(charge(2, 2, 10_001))
      .thenRefused('conflict', 'debt_limit_exceeded', { limit: 60_000, debt: 50_000, amount: 10_001 });
  });

  it('of two attempts to close one cheque each is charged, and the limit counts the cheque once', () => {
    given(registered(), charged(1, 1, 150_000))
      .when(charge(1, 2, 150_000))
      .then(charged(1, 2, 150_000));
    expect(balance(registered(), charged(1, 1, 150_000), charged(1, 2, 140_000))).toBe(-150_000);
    expect(balance(registered(), charged(1, 1, 150_000), charged(1, 2, 140_000), released(1, 1, 150_000))).toBe(
      -140_000,
    );
  });

  it('a charge counts once, and is released once', () => {
    given(...owing50)
      .when(charge(1, 1, 50_000))
      .thenNothing();
    given(...owing50)
      .when(release(1, 1))
      .then(released(1, 1, 50_000));
    given(...owing50, released(1, 1, 50_000))
      .when(release(1, 1))
      .thenNothing();
    given(...owing50)
      .when(release(2, 1))
      .thenNothing();
    given().when(release(1, 1)).thenNothing();
    expect(balance(...owing50, released(1, 1, 50_000))).toBe(0);
  });
});

describe('the balance of an organization', () => {
  it('a balance is the opening balance less cheques, plus payments and set-offs', () => {
    const history = [registered({ debt_limit: null, opening_balance: -100_000 }), charged(1, 1, 80_000)];
    const off = given(...history)
      .when(setOff(3, 20_000))
      .result().events;
    expect(balance(...history, received(9, 60_000), ...off)).toBe(-100_000);
  });

  it('a set-off counts once, and only for organizations that are registered', () => {
    const { type: _type, ...data } = setOff(3, 20_000);
    const off: OrganizationEvent = { type: 'OrganizationDebtSetOff', data: { organization_id, ...data } };
    given(registered()).when(setOff(3, 20_000)).then(off);
    given(registered(), off).when(setOff(3, 20_000)).thenNothing();
    given().when(setOff(3, 20_000)).thenNothing();
  });

  it('a payment counts once, and no more when it is cancelled', () => {
    given(registered())
      .when({ type: 'RecordPayment', payment: payment(9, 60_000) })
      .then(received(9, 60_000));
    given(registered(), received(9, 60_000))
      .when({ type: 'RecordPayment', payment: payment(9, 60_000) })
      .thenNothing();
    const cancel = { type: 'CancelPayment' as const, brand_id, movement_id: 9 };
    given(registered(), received(9, 60_000)).when(cancel).then(cancelled(9));
    given(registered(), received(9, 60_000), cancelled(9)).when(cancel).thenNothing();
    expect(balance(registered(), received(9, 60_000), cancelled(9))).toBe(0);
  });

  it('a payment that is heard of after its cancellation never counts', () => {
    given(registered()).when({ type: 'CancelPayment', brand_id, movement_id: 9 }).then(cancelled(9));
    given(registered(), cancelled(9))
      .when({ type: 'RecordPayment', payment: payment(9, 60_000) })
      .thenNothing();
  });
});

describe('an organization that was charged many times', () => {
  const many = Array.from({ length: 3 * RECENT }, (_, index) => charged(10 + index, 10 + index, 100));
  const history = [registered(), charged(1, 1, 700), ...many];

  it('keeps a bounded state, and owes for all of it', () => {
    const state = given(...history).state()!;
    expect(balanceOf(state)).toBe(-700 - 100 * many.length);
    expect(JSON.stringify(state).length).toBeLessThan(2 * 150 * RECENT);
  });

  it('releases an old charge as what it was, once', () => {
    given(...history)
      .when(release(1, 1, 700))
      .then(released(1, 1, 700));
    given(...history, released(1, 1, 700))
      .when(release(1, 1, 700))
      .thenNothing();
    expect(balance(...history, released(1, 1, 700), charged(1, 2, 650))).toBe(-650 - 100 * many.length);
  });

  it('does not release anew what was released before it was old', () => {
    given(registered(), charged(1, 1, 700), released(1, 1, 700), ...many)
      .when(release(1, 1, 700))
      .thenNothing();
  });
});
