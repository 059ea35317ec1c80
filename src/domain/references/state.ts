import type {
  Account,
  BrandCreated,
  BrandEvent,
  CancelCause,
  District,
  Hall,
  OrderTypeSub,
  PaymentPurpose,
  PaymentType,
  Region,
  Table,
} from './events.ts';

/** By id. */
type References<Reference> = Readonly<Record<number, Reference>>;

/** A brand and its reference lists: one stream, because references refer to each other (a table to its hall). */
export interface Brand extends BrandCreated {
  readonly order_type_subs: References<OrderTypeSub>;
  readonly payment_types: References<PaymentType>;
  readonly payment_purposes: References<PaymentPurpose>;
  readonly cancel_causes: References<CancelCause>;
  readonly halls: References<Hall>;
  readonly tables: References<Table>;
  readonly accounts: References<Account>;
  readonly regions: References<Region>;
  readonly districts: References<District>;
}

/** Null until the brand is created. */
export type BrandState = Brand | null;

export const evolveBrand = (state: BrandState, event: BrandEvent): BrandState => {
  if (event.type === 'BrandCreated') return { ...event.data, ...noReferences };
  if (state === null) return state;
  switch (event.type) {
    case 'OrderTypeSubDefined':
      return { ...state, order_type_subs: { ...state.order_type_subs, [event.data.order_type_sub_id]: event.data } };
    case 'OrderTypeSubLostDefault':
      return {
        ...state,
        order_type_subs: withoutDefault(state.order_type_subs, event.data.order_type_sub_id),
      };
    case 'PaymentTypeDefined':
      return { ...state, payment_types: { ...state.payment_types, [event.data.payment_type_id]: event.data } };
    case 'PaymentPurposeDefined':
      return { ...state, payment_purposes: { ...state.payment_purposes, [event.data.payment_purpose_id]: event.data } };
    case 'CancelCauseDefined':
      return { ...state, cancel_causes: { ...state.cancel_causes, [event.data.cancel_cause_id]: event.data } };
    case 'CancelCauseLostDefault':
      return { ...state, cancel_causes: withoutDefault(state.cancel_causes, event.data.cancel_cause_id) };
    case 'HallDefined':
      return { ...state, halls: { ...state.halls, [event.data.hall_id]: event.data } };
    case 'TableDefined':
      return { ...state, tables: { ...state.tables, [event.data.table_id]: event.data } };
    case 'AccountDefined':
      return { ...state, accounts: { ...state.accounts, [event.data.account_id]: event.data } };
    case 'RegionDefined':
      return { ...state, regions: { ...state.regions, [event.data.region_id]: event.data } };
    case 'DistrictDefined':
      return { ...state, districts: { ...state.districts, [event.data.district_id]: event.data } };
  }
};

const noReferences = {
  order_type_subs: {},
  payment_types: {},
  payment_purposes: {},
  cancel_causes: {},
  halls: {},
  tables: {},
  accounts: {},
  regions: {},
  districts: {},
};

const withoutDefault = <Reference extends { is_default: boolean }>(
  references: References<Reference>,
  id: number,
): References<Reference> => {
  const reference = references[id];
  return reference ? { ...references, [id]: { ...reference, is_default: false } } : references;
};
