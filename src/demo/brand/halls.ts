import type { PointKey } from './points.ts';

interface Hall {
  readonly point: PointKey;
  readonly name: string;
  /** The start of a table's name, and the seats of each table; null: not specified. */
  readonly table: string;
  readonly seats: readonly (number | null)[];
}

export const HALLS: Readonly<Record<string, Hall>> = {
  amir_temur_main: {
    point: 'amir_temur',
    name: 'Основной зал',
    table: 'Стол',
    seats: [2, 2, 4, 4, 4, 4, 6, 6, 8, 8],
  },
  amir_temur_terrace: { point: 'amir_temur', name: 'Летняя терраса', table: 'Терраса', seats: [4, 4, 4, 6, 6] },
  amir_temur_cabins: { point: 'amir_temur', name: 'Кабины', table: 'Кабина', seats: [8, 10, 12] },
  chilonzor_main: { point: 'chilonzor', name: 'Зал', table: 'Стол', seats: [2, 4, 4, 4, 4, 6, 6, 8] },
  chilonzor_yard: { point: 'chilonzor', name: 'Двор с топчанами', table: 'Топчан', seats: [8, 8, 10, null] },
};
