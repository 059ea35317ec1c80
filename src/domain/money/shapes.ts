import { z } from 'zod';
import { ACCOUNT_SOURCES } from '../references/lists.ts';

const id = z.int();

/** What money is moved for (docs/domain.md#money). */
export const OPERATIONS = [
  'expense',
  'salary',
  'organization_payment',
  'supplier_payment',
  'client_payment',
  'shift_revenue',
  'shift_accept_diff',
  'transfer',
  'correction',
  'prepayment',
  'prepayment_refund',
  'other',
] as const;
export type MoneyOperation = (typeof OPERATIONS)[number];

/** A place that money comes from or goes to: the drawer of a till shift, or an account of the venue. */
export const REGISTERS = ['shift', 'account'] as const;

/** `cashbox` is the drawer of a shift, the others are accounts. */
export const MONEY_SOURCES = ['cashbox', ...ACCOUNT_SOURCES] as const;

export const DIRECTIONS = ['plus', 'minus'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** The register of one row, with the day that it counts for. */
export const leg = z.object({
  movement_id: id,
  /** Null: an account of the whole brand, moved for no point in particular. */
  point_id: z.uuid().nullable(),
  /** The zone and the business day of the point; else of the brand. */
  timezone: z.string(),
  business_date: z.iso.date(),
  register: z.enum(REGISTERS),
  /** With register `shift`. */
  shift_id: id.nullable(),
  /** With register `account`. */
  account_id: id.nullable(),
  source: z.enum(MONEY_SOURCES),
  payment_type_id: id.nullable(),
  payment_category_id: id.nullable(),
});
export type Leg = z.infer<typeof leg>;

/** The one who paid, or was paid. Their own stream records it too. */
export const party = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('organization'),
    id,
    /** A payment between branches of one owner. */
    is_internal: z.boolean(),
  }),
  z.object({ kind: z.literal('supplier'), id }),
  z.object({ kind: z.literal('employee'), id }),
]);
export type Party = z.infer<typeof party>;
/** Their kinds. */
export const PARTY_KINDS = ['organization', 'supplier', 'employee'] as const satisfies readonly Party['kind'][];

export const employeeOf = (party: Party | null): number | null => (party?.kind === 'employee' ? party.id : null);
