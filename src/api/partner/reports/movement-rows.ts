import { namesOf } from '../../../domain/names-of.ts';
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
  party_kind: 'quoted',
  party_id: 'plain',
  party_name: 'text',
} as const;

export const MOVEMENT_COLUMNS = namesOf(COLUMNS);

const KINDS = Object.values(COLUMNS);

/** Puts names and codes beside the ids of a movement as it was read. */
export const withNames = (nameOf: NameOf, accounts: Awaited<ReturnType<typeof readAccounts>>) => {
  const valueAt = (name: (typeof MOVEMENT_VALUES)[number]) => {
    const place = MOVEMENT_VALUES.indexOf(name);
    return (values: TextRow): string | null => values[place] ?? null;
  };
  const [pointOf, accountOf, purposeOf] = [valueAt('point_id'), valueAt('account_id'), valueAt('payment_purpose_id')];
  const [typeOf, createdAt] = [valueAt('payment_type_id'), valueAt('created_at')];
  const shown: Partial<Record<string, (values: TextRow) => string | null>> = {
    ...Object.fromEntries(MOVEMENT_VALUES.map((name) => [name, valueAt(name)])),
    created_at: (values) => createdAt(values)!.slice(0, 19),
    point_name: (values) => nameOf('point', pointOf(values)),
    account_code: (values) => accounts.get(accountOf(values) ?? '')?.code ?? null,
    account_name: (values) => accounts.get(accountOf(values) ?? '')?.name ?? null,
    payment_purpose_name: (values) => nameOf('payment_purpose', purposeOf(values)),
    payment_type_name: (values) => nameOf('payment_type', typeOf(values)),
  };
  const columns = MOVEMENT_COLUMNS.map((name) => shown[name]!);
  return (values: TextRow): TextRow => columns.map((show) => show(values));
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

export const movementCells = (values: TextRow): string[] =>
  values.map((value, index) => (value !== null && KINDS[index] !== 'text' ? value : csvCell(value)));
