import { personName } from '../../accounts/person-behind.ts';
import type { Snapshot } from '../../reports/snapshot.ts';

/** How a column's text becomes JSON: as it is, in quotes, escaped, as a local time to the second, or without marks. */
type Kind = 'plain' | 'quoted' | 'text' | 'time' | 'payments';

export interface Export {
  readonly table: string;
  /**
   * The exported fields of a row `t`, in the order of the contract: the SQL of each, if it is not the column with that
   * name.
   */
  readonly columns: Readonly<Record<string, readonly [kind: Kind, sql?: string]>>;
  /** What is joined to the row `t`. `valid`: the versions that count at the moment asked for. */
  readonly join?: (valid: Snapshot['valid']) => string;
}

const PLAIN = ['plain'] as const;
const QUOTED = ['quoted'] as const;
const TEXT = ['text'] as const;
const local = (column: string) => ['time', `t.${column} at time zone t.timezone`] as const;

/** The person of an account, as `a`. */
const joinPerson = (id: string, valid: Snapshot['valid']): string => `
  left join read.people as a on a.account_id = ${id} and ${valid('a')}`;

const byPerson = (id: string, name: string) =>
  ({ [`${name}_account_id`]: ['plain', id], [`${name}_name`]: ['text', personName(id, 'a')] }) as const;

const RETURN_LINES = `
  cross join lateral (
    select coalesce(json_agg(json_build_object(
      'cheque_line_id', cheque_line_id, 'product_id', product_id, 'product_name', product_name,
      'quantity', quantity, 'price', price, 'amount', amount, 'cost', cost
    ) order by cheque_line_id), '[]') as lines
    from read.return_lines where return_id = t.id
  ) l`;

/** The content of each export (docs/domain.md#exports-and-reports). */
export const EXPORTS = {
  cheques: {
    table: 'read.cheques',
    columns: {
      id: PLAIN,
      point_id: QUOTED,
      cheque_number: PLAIN,
      business_date: QUOTED,
      opened_at: local('opened_at'),
      closed_at: local('closed_at'),
      order_type_id: PLAIN,
      order_type_sub_id: PLAIN,
      source_id: PLAIN,
      external_id: TEXT,
      waiter_id: PLAIN,
      cashier_id: PLAIN,
      courier_id: PLAIN,
      client_id: PLAIN,
      table_id: PLAIN,
      guests: PLAIN,
      goods_amount: PLAIN,
      discount: PLAIN,
      service_amount: PLAIN,
      delivery_amount: PLAIN,
      total_amount: PLAIN,
      payments: ['payments'],
      ...byPerson('d.adjusted_by', 'adjusted_by'),
    },
    join: (valid) => `
      left join read.cheque_adjustments as d on d.order_id = t.id and ${valid('d')} ${joinPerson('d.adjusted_by', valid)}`,
  },
  cheque_lines: {
    table: 'read.cheque_lines',
    columns: {
      id: PLAIN,
      cheque_id: PLAIN,
      point_id: QUOTED,
      business_date: QUOTED,
      product_id: PLAIN,
      product_name: TEXT,
      category_id: PLAIN,
      quantity: PLAIN,
      price: PLAIN,
      amount: PLAIN,
      discount: PLAIN,
      net_amount: PLAIN,
      cost: PLAIN,
      waiter_id: PLAIN,
      returned_quantity: PLAIN,
    },
  },
  returns: {
    table: 'read.returns',
    columns: {
      id: PLAIN,
      cheque_id: PLAIN,
      point_id: QUOTED,
      document_number: PLAIN,
      created_at: local('returned_at'),
      business_date: QUOTED,
      total_amount: PLAIN,
      service_amount: PLAIN,
      delivery_amount: PLAIN,
      refunded_amount: PLAIN,
      debt_amount: PLAIN,
      payment_type_id: PLAIN,
      payment_type_name: TEXT,
      lines: ['plain', 'l.lines'],
      ...byPerson('t.returned_by', 'returned_by'),
    },
    join: (valid) => RETURN_LINES + joinPerson('t.returned_by', valid),
  },
} as const satisfies Record<string, Export>;

export type ExportName = keyof typeof EXPORTS;

/** The columns of an export, as a list of SQL. */
export const listOf = ({ columns }: Export): string =>
  Object.entries(columns)
    .map(([name, [, sql = `t.${name}`]]) => sql)
    .join(', ');

/** A row of an export as Postgres sends it: each column as text. */
export type Values = readonly (string | null)[];

const writers: Readonly<Record<Kind, (value: string) => string>> = {
  plain: (value) => value,
  quoted: (value) => `"${value}"`,
  text: (value) => JSON.stringify(value),
  time: (value) => `"${value.slice(0, 19)}"`,
  // Inside of a text the quotes would be escaped, so this is always the mark itself.
  payments: (value) => value.replaceAll(',"is_deposit":true', ''),
};

/** Returns a function that writes a row, as Postgres sent it, as JSON. */
const writerOf = ({ columns }: Export): ((values: Values) => string) => {
  const fields = Object.entries(columns).map(([name, [kind]], index) => ({
    before: `${index === 0 ? '{' : ','}"${name}":`,
    write: writers[kind],
  }));
  return (values) => {
    let json = '';
    for (let index = 0; index < fields.length; index++) {
      const { before, write } = fields[index]!;
      const value = values[index]!;
      json += before + (value === null ? 'null' : write(value));
    }
    return `${json}}`;
  };
};

export const WRITERS: Readonly<Record<ExportName, (values: Values) => string>> = {
  cheques: writerOf(EXPORTS.cheques),
  cheque_lines: writerOf(EXPORTS.cheque_lines),
  returns: writerOf(EXPORTS.returns),
};
