import { MOVEMENT_VALUES, type readAccounts } from '../../../projections/money/movements-report.ts';
import type { NameOf } from '../../../projections/reports/names-then.ts';
import type { TextRow } from '../../../projections/reports/stream-texts.ts';
import { csvCell } from '../exports-csv.ts';

/** How the text of a value becomes JSON: as it is, in quotes, or escaped. */
const COLUMNS = {
  point_id: 'quoted',
  point_name: 'text',
  register: 'quoted',
  id: 'plain',
  business_date: 'quoted',
  created_at: 'quoted',
  source: 'quoted',
  account_id: 'plain',
  account_code: 'text',
  account_name: 'text',
  direction: 'quoted',
  amount: 'plain',
  operation: 'quoted',
  payment_purpose_id: 'plain',
  payment_purpose_name: 'text',
  payment_type_id: 'plain',
  payment_type_name: 'text',
  shift_id: 'plain',
  note: 'text',
} as const;

export const MOVEMENT_COLUMNS = Object.keys(COLUMNS) as readonly (keyof typeof COLUMNS)[];

const KINDS = Object.values(COLUMNS);

/** Puts names and codes beside the ids of a movement as it was read. */
export const withNames = (nameOf: NameOf, accounts: Awaited<ReturnType<typeof readAccounts>>) => {
  const placeOf = (name: (typeof MOVEMENT_VALUES)[number]): number => MOVEMENT_VALUES.indexOf(name);
  const place = Object.fromEntries(MOVEMENT_VALUES.map((name) => [name, placeOf(name)]));
  return (values: TextRow): TextRow => {
    const value = (name: string): string | null => values[place[name]!]!;
    const account = accounts.get(value('account_id') ?? '');
    return MOVEMENT_COLUMNS.map((name) => {
      if (name === 'point_name') return nameOf('point', value('point_id'));
      if (name === 'account_code') return account?.code ?? null;
      if (name === 'account_name') return account?.name ?? null;
      if (name === 'payment_purpose_name') return nameOf('payment_purpose', value('payment_purpose_id'));
      if (name === 'payment_type_name') return nameOf('payment_type', value('payment_type_id'));
      return name === 'created_at' ? value(name)!.slice(0, 19) : value(name);
    });
  };
};

const HEADS = MOVEMENT_COLUMNS.map((name, index) => `${index === 0 ? '{' : ','}"${name}":`);

export const movementJson = (values: TextRow): string => {
  let json = '';
  for (let index = 0; index < HEADS.length; index++) {
    const value = values[index] ?? null;
    const kind = KINDS[index];
    const shown = value === null || kind === 'plain' ? value : kind === 'text' ? JSON.stringify(value) : `"${value}"`;
    json += HEADS[index]! + shown;
  }
  return `${json}}`;
};

export const movementCsv = (values: TextRow): string =>
  values.map((value, index) => (value !== null && KINDS[index] !== 'text' ? value : csvCell(value))).join(',');
