import type { SupplierDetails, SupplierPayment, SupplierRegistered, Supply } from './events.ts';

type Opening = Pick<SupplierDetails, 'opening_balance' | 'point_id'>;

export type SupplierCommand =
  | { readonly type: 'RegisterSupplier'; readonly supplier: SupplierRegistered }
  /** Replaces all details. Without an opening balance, the opening balance and its point stay. */
  | {
      readonly type: 'ChangeSupplier';
      readonly details: Omit<SupplierDetails, 'supplier_id' | keyof Opening>;
      readonly opening: Opening | null;
      /** The fields that are meant, if not all: the others stay what they are. */
      readonly named?: readonly string[] | undefined;
    }
  | { readonly type: 'RecordSupply' | 'ReturnSupply'; readonly supply: Omit<Supply, 'supplier_id'> }
  /** Of a supply that this supplier has, or a return. `point_id`: where it was recorded. */
  | {
      readonly type: 'CancelSupply';
      readonly brand_id: string;
      readonly supply_id: number;
      readonly point_id: string;
      readonly reason?: string | null;
    }
  | { readonly type: 'RecordPayment'; readonly payment: Omit<SupplierPayment, 'supplier_id'> }
  | { readonly type: 'CancelPayment'; readonly brand_id: string; readonly movement_id: number };
