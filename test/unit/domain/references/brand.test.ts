import { describe, expect, it } from 'vitest';
import type { DefineReference, Entry } from '../../../../src/domain/references/commands.ts';
import { brandDecider } from '../../../../src/domain/references/decide.ts';
import { type BrandEvent, brandEvents, type PaymentType } from '../../../../src/domain/references/events.ts';
import type { ListName } from '../../../../src/domain/references/lists.ts';
import { specOf } from '../../../support/given-when-then.ts';

const { given } = specOf(brandDecider, brandEvents);

const brand_id = '7b1c6f0e-6f0e-4a51-9a53-0c8f1f0a5f10';
const centre = '0a4a6d6e-3b1f-4f0b-8f5d-9f0f2a9d4c11';
const airport = '3f4b2a77-9c1d-4a2e-8d30-5b6e7c8d9e12';

const brand = {
  brand_id,
  name: 'Plov House',
  currency: 'UZS',
  currency_exponent: 0,
  country_code: 'UZ',
  language: 'ru',
  timezone: 'Asia/Tashkent',
  retention_days: 0,
} as const;
const created: BrandEvent = { type: 'BrandCreated', data: brand };

describe('a brand', () => {
  it('CreateBrand records the brand', () => {
    given().when({ type: 'CreateBrand', brand }).then(created);
  });

  it('a second CreateBrand of a brand records nothing', () => {
    given(created).when({ type: 'CreateBrand', brand }).thenNothing();
  });
});

const hall = { brand_id, hall_id: 1, point_id: centre, name: 'Main hall' };
const table = { brand_id, table_id: 2, hall_id: 1, name: 'A1', capacity: 4 };
const account = { brand_id, account_id: 3, point_id: centre, source: 'safe', code: '001', name: 'Safe' } as const;
const region = { brand_id, region_id: 4, name: 'Tashkent' };
const district = { brand_id, district_id: 5, region_id: 4, name: 'Chilonzor' };
const dineIn = { brand_id, order_type_sub_id: 6, name: 'Dine in', order_type_id: 1, is_default: false };
const cash: PaymentType = {
  brand_id,
  payment_type_id: 7,
  name: 'Cash',
  category_id: 1,
  point_ids: [centre, airport],
};
const advance = { brand_id, payment_purpose_id: 8, name: 'Advance', is_payout: true };
const refusal = { brand_id, cancel_cause_id: 9, name: 'Guest refused', is_default: false, is_comment_required: true };

const hallDefined: BrandEvent = { type: 'HallDefined', data: hall };
const tableDefined: BrandEvent = { type: 'TableDefined', data: { ...table, point_id: centre } };
const regionDefined: BrandEvent = { type: 'RegionDefined', data: region };

const define = (list: ListName, entry: Entry, replaces = false): DefineReference => ({
  type: 'DefineReference',
  list,
  entry,
  replaces,
});

interface Example {
  readonly define: (name?: string) => DefineReference;
  readonly event: BrandEvent;
  /** What must be there before. */
  readonly after?: readonly BrandEvent[];
  readonly unknown: string;
}

const examples: readonly Example[] = [
  {
    define: (name = dineIn.name) => define('order_type_subs', { ...dineIn, name }),
    event: { type: 'OrderTypeSubDefined', data: dineIn },
    unknown: 'order_type_sub_not_found',
  },
  {
    define: (name = cash.name) => define('payment_types', { ...cash, name }),
    event: { type: 'PaymentTypeDefined', data: cash },
    unknown: 'payment_type_not_found',
  },
  {
    define: (name = advance.name) => define('payment_purposes', { ...advance, name }),
    event: { type: 'PaymentPurposeDefined', data: advance },
    unknown: 'payment_purpose_not_found',
  },
  {
    define: (name = refusal.name) => define('cancel_causes', { ...refusal, name }),
    event: { type: 'CancelCauseDefined', data: refusal },
    unknown: 'cancel_cause_not_found',
  },
  {
    define: (name = hall.name) => define('halls', { ...hall, name }),
    event: hallDefined,
    unknown: 'hall_not_found',
  },
  {
    define: (name = table.name) => define('tables', { ...table, name }),
    event: tableDefined,
    after: [hallDefined],
    unknown: 'table_not_found',
  },
  {
    define: (name = account.name) => define('accounts', { ...account, name }),
    event: { type: 'AccountDefined', data: account },
    unknown: 'account_not_found',
  },
  {
    define: (name = region.name) => define('regions', { ...region, name }),
    event: regionDefined,
    unknown: 'region_not_found',
  },
  {
    define: (name = district.name) => define('districts', { ...district, name }),
    event: { type: 'DistrictDefined', data: district },
    after: [regionDefined],
    unknown: 'district_not_found',
  },
];

describe.each(examples)('$event.type', ({ define, event, after = [], unknown }) => {
  const renamed = { ...event, data: { ...event.data, name: 'Another name' } } as BrandEvent;

  it('the event of a reference follows from a new reference', () => {
    given(created, ...after)
      .when(define())
      .then(event);
  });

  it('the event of a reference follows again when the reference is replaced', () => {
    given(created, ...after, event)
      .when({ ...define('Another name'), replaces: true })
      .then(renamed);
  });

  it('the event of a reference does not follow from the same values again', () => {
    given(created, ...after, event)
      .when({ ...define(), replaces: true })
      .thenNothing();
  });

  it('compares with what was defined last', () => {
    given(created, ...after, event, renamed)
      .when({ ...define(), replaces: true })
      .then(event);
  });

  it('a reference is refused for an id the brand does not have', () => {
    given(created, ...after)
      .when({ ...define(), replaces: true })
      .thenRefused('not_found', unknown);
  });

  it('a reference is refused without a brand', () => {
    given().when(define()).thenRefused('not_found', 'brand_not_found');
  });
});

describe('a default', () => {
  const sub = (order_type_sub_id: number, order_type_id: number, is_default: boolean) => ({
    brand_id,
    order_type_sub_id,
    name: `Sub ${order_type_sub_id}`,
    order_type_id,
    is_default,
  });
  const hallDefault: BrandEvent = { type: 'OrderTypeSubDefined', data: sub(1, 1, true) };
  const takeawayDefault: BrandEvent = { type: 'OrderTypeSubDefined', data: sub(2, 2, true) };
  const lost: BrandEvent = {
    type: 'OrderTypeSubLostDefault',
    data: { brand_id, order_type_sub_id: 1, order_type_id: 1 },
  };

  it('a default of order sub-types is taken from the older one of the same order type, and from no other', () => {
    given(created, hallDefault, takeawayDefault)
      .when(define('order_type_subs', sub(3, 1, true)))
      .then(lost, { type: 'OrderTypeSubDefined', data: sub(3, 1, true) });
  });

  it('a default is not taken by a sub-type that is none', () => {
    given(created, hallDefault)
      .when(define('order_type_subs', sub(3, 1, false)))
      .then({ type: 'OrderTypeSubDefined', data: sub(3, 1, false) });
  });

  it('a default is not taken from oneself', () => {
    const renamed = { ...sub(1, 1, true), name: 'Renamed' };
    given(created, hallDefault)
      .when(define('order_type_subs', renamed, true))
      .then({ type: 'OrderTypeSubDefined', data: renamed });
  });

  it('a default that was lost can be taken back', () => {
    const next: BrandEvent = { type: 'OrderTypeSubDefined', data: sub(3, 1, true) };
    given(created, hallDefault, lost, next)
      .when(define('order_type_subs', sub(1, 1, true), true))
      .then(
        { type: 'OrderTypeSubLostDefault', data: { brand_id, order_type_sub_id: 3, order_type_id: 1 } },
        hallDefault,
      );
  });

  it('a default of cancel causes is one in the brand', () => {
    const cause = (cancel_cause_id: number) => ({ ...refusal, cancel_cause_id, is_default: true });
    const older: BrandEvent = { type: 'CancelCauseDefined', data: cause(1) };
    const { state } = given(created, older)
      .when(define('cancel_causes', cause(2)))
      .result();
    expect(Object.values(state!.cancel_causes).map((it) => [it.cancel_cause_id, it.is_default])).toEqual([
      [1, false],
      [2, true],
    ]);
    given(created, older)
      .when(define('cancel_causes', cause(2)))
      .then(
        { type: 'CancelCauseLostDefault', data: { brand_id, cancel_cause_id: 1 } },
        { type: 'CancelCauseDefined', data: cause(2) },
      );
  });
});

describe('what stands in a point', () => {
  it('a hall stays in its point', () => {
    given(created, hallDefined)
      .when(define('halls', { ...hall, point_id: airport }, true))
      .thenRefused('conflict', 'point_cannot_change', { field: 'point_id' });
  });

  it('a table may change halls within its point only', () => {
    const terrace: BrandEvent = { type: 'HallDefined', data: { ...hall, hall_id: 10 } };
    const elsewhere: BrandEvent = { type: 'HallDefined', data: { ...hall, hall_id: 11, point_id: airport } };
    const spec = given(created, hallDefined, terrace, elsewhere, tableDefined);
    spec
      .when(define('tables', { ...table, hall_id: 10 }, true))
      .then({ type: 'TableDefined', data: { ...table, hall_id: 10, point_id: centre } });
    spec
      .when(define('tables', { ...table, hall_id: 11 }, true))
      .thenRefused('conflict', 'point_cannot_change', { field: 'hall_id' });
  });

  it('an account stays in its point', () => {
    given(created, { type: 'AccountDefined', data: account })
      .when(define('accounts', { ...account, point_id: null }, true))
      .thenRefused('conflict', 'point_cannot_change', { field: 'point_id' });
  });
});

describe('a reference to another', () => {
  it('a reference to another is refused when a table names no hall of the brand', () => {
    given(created).when(define('tables', table)).thenRefused('not_found', 'hall_not_found');
  });

  it('a reference to another is refused when a district names no region of the brand', () => {
    given(created).when(define('districts', district)).thenRefused('not_found', 'region_not_found');
  });
});
