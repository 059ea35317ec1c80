import type { Pivoted } from './pivoted.ts';

type Preset = Omit<Pivoted, 'only'>;

const OF_CHEQUES = ['revenue', 'cheques_count', 'average_cheque'] as const;

/** The questions that people ask every day. */
export const PRESETS = {
  days: { kind: 'sales', rows: ['date'], columns: [], measures: [...OF_CHEQUES, 'guests_count'] },
  dishes: {
    kind: 'sales',
    rows: ['product'],
    columns: [],
    measures: ['net_amount', 'quantity', 'gross_profit', 'margin_percent'],
  },
  categories: { kind: 'sales', rows: ['category'], columns: [], measures: ['net_amount', 'quantity', 'gross_profit'] },
  hours: { kind: 'sales', rows: ['hour'], columns: ['day_of_week'], measures: ['revenue'] },
  waiters: { kind: 'sales', rows: ['waiter'], columns: [], measures: [...OF_CHEQUES, 'guests_count'] },
  types: { kind: 'sales', rows: ['date'], columns: ['order_type'], measures: ['revenue'] },
  sources: { kind: 'sales', rows: ['source'], columns: [], measures: OF_CHEQUES },
  points: { kind: 'sales', rows: ['point'], columns: [], measures: [...OF_CHEQUES, 'guests_count'] },
  payments: { kind: 'payments', rows: ['payment_type'], columns: [], measures: ['amount', 'payments_count'] },
  returns: { kind: 'returns', rows: ['product'], columns: [], measures: ['goods_amount', 'quantity', 'returns_count'] },
  removed: {
    kind: 'deletions',
    rows: ['deleted_by', 'cancel_cause'],
    columns: [],
    measures: ['deleted_items_amount', 'deleted_items_count', 'deleted_cheques_amount', 'deleted_cheques_count'],
  },
  labor: { kind: 'labor', rows: ['employee'], columns: [], measures: ['hours', 'worked_days'] },
} as const satisfies Readonly<Record<string, Preset>>;

export type PresetName = keyof typeof PRESETS;
export const PRESET_NAMES = Object.keys(PRESETS) as PresetName[];
