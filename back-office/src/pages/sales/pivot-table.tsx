import { Button, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../parts/formats.ts';
import type { Sales } from './asked.ts';
import type { Cell } from './behind.tsx';
import { titlesOf, typesOf, useLabels } from './labels.ts';
import { changeOf, type Pivot, type PivotRow, type Report, type Values } from './pivot.ts';
import classes from './sales.module.css';

interface PivotTableProps {
  readonly sales: Sales;
  readonly pivot: Pivot;
  readonly before: Pivot | undefined;
  readonly report: Report;
  readonly rows: readonly PivotRow[];
  readonly onOpen: (cell: Omit<Cell, 'asOf'>) => void;
}

/** So many values are drawn at first, which takes a moment; all of them are a touch away. */
const VALUES = 3_000;
const FEWEST_ROWS = 20;
/** More columns than these are no table any more. */
const COLUMNS = 62;

/** Rows by columns by measures. Each value leads to the cheques behind it. */
export const PivotTable = ({ sales, pivot, before, report, rows, onOpen }: PivotTableProps) => {
  const { t } = useTranslation();
  const { keyOf, headOf, figureOf } = useLabels();
  const { percent } = useFormats();
  const [all, setAll] = useState(false);
  const { pivoted, search, set } = sales;
  const { measures } = pivoted;
  const types = typesOf(report);
  const titles = titlesOf(report);
  const titleOf = (grouping: string) =>
    titles.get(`${grouping}_name`) ?? titles.get(`${grouping}_id`) ?? titles.get(grouping) ?? grouping;
  const columns = pivot.columns.slice(0, COLUMNS);
  const hasColumns = columns.length > 0;
  const rowsBefore = new Map(before?.rows.map((row) => [row.id, row]));
  const drawn = Math.max(FEWEST_ROWS, Math.floor(VALUES / ((columns.length + 1) * measures.length)));
  const shown = all ? rows : rows.slice(0, drawn);
  const chosen = search.sort ?? '';
  const sortBy = (name: string): void =>
    set({ sort: chosen === `-${name}` ? name : name === 'name' ? name : `-${name}` });

  const cellsOf = (
    values: Values | undefined,
    than: Values | undefined,
    cell: Cell['cell'],
    names: readonly string[],
  ) =>
    measures.map((measure) => {
      const value = values?.[measure];
      const change = before && changeOf(value, than?.[measure]);
      const words = figureOf(value, types.get(measure));
      return (
        <td key={measure} className={classes.value}>
          {value == null ? (
            <span className={classes.none}>–</span>
          ) : (
            <button
              type="button"
              className={classes.open}
              aria-label={t('sales.behindOf', { value: words, what: [...names, titles.get(measure)].join(', ') })}
              onClick={() => onOpen({ cell, measure, names })}
            >
              {words}
            </button>
          )}
          {before && (
            <span
              className={classes.change}
              data-sign={Math.sign(Math.round((change ?? 0) * 100))}
              title={figureOf(than?.[measure], types.get(measure))}
            >
              {change === undefined ? t('sales.new') : percent(change)}
            </span>
          )}
        </td>
      );
    });
  const sortMark = (name: string): string => (chosen === `-${name}` ? ' ▼' : chosen === name ? ' ▲' : '');
  const measureHeads = (column: string) =>
    measures.map((measure) => (
      <th key={`${column} ${measure}`} scope="col" className={classes.value}>
        {column === '' ? (
          <UnstyledButton className={classes.sort} onClick={() => sortBy(measure)}>
            {titles.get(measure) ?? measure}
            {sortMark(measure)}
          </UnstyledButton>
        ) : (
          (titles.get(measure) ?? measure)
        )}
      </th>
    ));
  return (
    <div>
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('sales.table')}>
        <table className={classes.pivot}>
          <thead>
            {hasColumns && (
              <tr>
                {pivoted.rows.map((name) => (
                  <td key={name} />
                ))}
                <th scope="colgroup" colSpan={measures.length} className={classes.value}>
                  {t('sales.total')}
                </th>
                {columns.map((column) => (
                  <th key={column.id} scope="colgroup" colSpan={measures.length} className={classes.value}>
                    {headOf(column).join(', ')}
                  </th>
                ))}
              </tr>
            )}
            <tr>
              {pivoted.rows.map((name, index) => (
                <th key={name} scope="col">
                  {index === 0 ? (
                    <UnstyledButton className={classes.sort} onClick={() => sortBy('name')}>
                      {titleOf(name)}
                      {sortMark('name')}
                    </UnstyledButton>
                  ) : (
                    titleOf(name)
                  )}
                </th>
              ))}
              {measureHeads('')}
              {columns.map((column) => measureHeads(column.id))}
            </tr>
          </thead>
          <tbody>
            <tr data-total>
              {pivoted.rows.map((name, index) => (
                <th key={name} scope="row">
                  {index === 0 && t('sales.total')}
                </th>
              ))}
              {cellsOf(pivot.totals, before?.totals, {}, [t('sales.total')])}
              {columns.map((column) =>
                cellsOf(
                  pivot.columnTotals.get(column.id),
                  before?.columnTotals.get(column.id),
                  column.cell,
                  headOf(column),
                ),
              )}
            </tr>
            {shown.map((row) => {
              const than = rowsBefore.get(row.id);
              const names = headOf(row);
              return (
                <tr key={row.id}>
                  {row.labels.map(({ grouping, value }) => (
                    <th key={grouping} scope="row">
                      {keyOf(grouping, value)}
                    </th>
                  ))}
                  {cellsOf(row.total, than?.total, row.cell, names)}
                  {columns.map((column) =>
                    cellsOf(row.cells.get(column.id), than?.cells.get(column.id), { ...row.cell, ...column.cell }, [
                      ...names,
                      ...headOf(column),
                    ]),
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {rows.length > shown.length && (
        <Button variant="subtle" size="md" onClick={() => setAll(true)}>
          {t('sales.showAll', { count: rows.length })}
        </Button>
      )}
      {pivot.columns.length > COLUMNS && <p>{t('sales.columnsLeft', { count: pivot.columns.length - COLUMNS })}</p>}
    </div>
  );
};
