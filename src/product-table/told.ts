/** What can be wrong in a table: readers of other languages than English have words of their own for each. */
export const TABLE_CODES = [
  'too_big',
  'empty',
  'too_many_rows',
  'no_column',
  'column_twice',
  'no_name_column',
  'row_too_long',
  'quote',
  'not_yes_no',
  'no_type',
  'no_number',
  'no_whole_number',
  'no_price',
  'too_precise',
] as const;

/** Why something is wrong, with the values that its words need. */
export interface TableTold {
  readonly code: (typeof TABLE_CODES)[number];
  readonly values?: Readonly<Record<string, string | number>>;
}
