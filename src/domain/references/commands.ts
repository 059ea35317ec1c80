import type {
  Account,
  BrandCreated,
  CancelCause,
  District,
  Hall,
  OrderTypeSub,
  PaymentPurpose,
  PaymentType,
  Region,
  Table,
} from './events.ts';

/** `replaces`: the caller named the id, so it must be one of the brand's already. */
interface Define<Type extends string, Reference> {
  readonly type: Type;
  readonly reference: Reference;
  readonly replaces: boolean;
}

export type BrandCommand =
  | { readonly type: 'CreateBrand'; readonly brand: BrandCreated }
  | Define<'DefineOrderTypeSub', OrderTypeSub>
  | Define<'DefinePaymentType', PaymentType>
  | Define<'DefinePaymentPurpose', PaymentPurpose>
  | Define<'DefineCancelCause', CancelCause>
  | Define<'DefineHall', Hall>
  /** The table's point is its hall's. */
  | Define<'DefineTable', Omit<Table, 'point_id'>>
  | Define<'DefineAccount', Account>
  | Define<'DefineRegion', Region>
  | Define<'DefineDistrict', District>;

export type DefineReference = Exclude<BrandCommand, { type: 'CreateBrand' }>;
