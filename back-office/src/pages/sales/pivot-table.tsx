import { Button, UnstyledButton } from '@mantine/core';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { Sales } from './asked.ts';
import type { Cell } from './behind.tsx';
import { titlesOf, typesOf, useLabels } from './labels.ts';
import { headRows, likeAbove, type Pivot, type PivotRow, type Report } from './pivot.ts';
import { type PivotLook, PivotTableRow } from './pivot-row.tsx';
import classes from './sales.module.css';

interface PivotTableProps {
  readonly sales: Sales;
  readonly pivot: Pivot;
  readonly before: Pivot | undefined;
  readonly report: Report;
  readonly rows: readonly PivotRow[];
  readonly onOpen: (cell: Omit<Cell, 'asOf'>) => void;
}

/** So many values are drawn at once, which takes a moment; more of them as one scrolls, or all at a touch. */
const VALUES = 600;
const FEWEST_ROWS = 15;
/** More columns than these are no table any more. */
const COLUMNS = 62;
/** Rows are drawn before one has scrolled to them. */
const AHEAD = '800px';

/** Rows by columns by measures. Each value leads to the cheques behind it. */
export const PivotTable = memo(({ sales, pivot, before, report, rows, onOpen }: PivotTableProps) => {
  const { t, i18n } = useTranslation();
  const { keyOf, headOf } = useLabels();
  const { pivoted, search, set } = sales;
  const { measures } = pivoted;
  // biome-ignore lint/correctness/useExhaustiveDependencies: names are written in the page's language
  const look = useMemo<PivotLook>(
    () => ({
      measures,
      types: typesOf(report),
      titles: titlesOf(report),
      columns: pivot.columns.slice(0, COLUMNS).map((column) => ({ ...column, names: headOf(column) })),
      isCompared: before !== undefined,
    }),
    [measures, report, pivot, before === undefined, i18n.language],
  );
  const { columns, titles } = look;
  const titleOf = (grouping: string) =>
    titles.get(`${grouping}_name`) ?? titles.get(`${grouping}_id`) ?? titles.get(grouping) ?? grouping;
  const rowsBefore = useMemo(() => new Map(before?.rows.map((row) => [row.id, row])), [before]);
  const step = Math.max(FEWEST_ROWS, Math.floor(VALUES / ((columns.length + 1) * measures.length)));
  const { drawn, end, showAll } = useDrawn(rows, step);
  const shown = rows.slice(0, drawn);
  const chosen = search.sort ?? '';
  const sortBy = (name: string): void =>
    set({ sort: chosen === `-${name}` ? name : name === 'name' ? name : `-${name}` });
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
            {headRows(columns).map((cells, level) => (
              <tr key={pivoted.columns[level]}>
                {pivoted.rows.map((name) => (
                  <td key={name} />
                ))}
                {level === 0 ? (
                  <th scope="colgroup" colSpan={measures.length} className={classes.value}>
                    {t('sales.total')}
                  </th>
                ) : (
                  <td colSpan={measures.length} />
                )}
                {cells.map(({ id, label, span }) => (
                  <th key={id} scope="colgroup" colSpan={span * measures.length} className={classes.value}>
                    {keyOf(label.grouping, label.value)}
                  </th>
                ))}
              </tr>
            ))}
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
            <PivotTableRow
              {...{ look, onOpen }}
              heads={pivoted.rows.map((_, index) => (index === 0 ? t('sales.total') : ''))}
              names={[t('sales.total')]}
              cell={{}}
              values={{ total: pivot.totals, cells: pivot.columnTotals }}
              before={before && { total: before.totals, cells: before.columnTotals }}
              isTotal
            />
            {shown.map((row, index) => (
              <Row
                key={row.id}
                {...{ look, row, onOpen }}
                before={rowsBefore.get(row.id)}
                again={likeAbove(row, shown[index - 1])}
              />
            ))}
          </tbody>
        </table>
        <div ref={end} />
      </div>
      {rows.length > shown.length && (
        <Button className={classes.noPrint} variant="subtle" size="md" onClick={showAll}>
          {t('sales.showAll', { count: rows.length })}
        </Button>
      )}
      {pivot.columns.length > COLUMNS && <p>{t('sales.columnsLeft', { count: pivot.columns.length - COLUMNS })}</p>}
    </div>
  );
});

interface RowProps {
  readonly look: PivotLook;
  readonly row: PivotRow;
  readonly before: PivotRow | undefined;
  readonly again: number;
  readonly onOpen: PivotTableProps['onOpen'];
}

const Row = memo(({ look, row, before, again, onOpen }: RowProps) => {
  const { headOf } = useLabels();
  const names = headOf(row);
  return <PivotTableRow {...{ look, names, onOpen, before, again }} heads={names} cell={row.cell} values={row} />;
});

/** How many rows are drawn: a step more whenever one comes to their end, and all of them on paper. */
const useDrawn = (rows: readonly unknown[], step: number) => {
  const end = useRef<HTMLDivElement>(null);
  const [known, setKnown] = useState({ rows, drawn: step });
  const drawn = known.rows === rows ? known.drawn : step;
  const showAll = (): void => setKnown({ rows, drawn: rows.length });
  useEffect(() => {
    if (drawn >= rows.length) return;
    const onPrint = (): void => flushSync(() => setKnown({ rows, drawn: rows.length }));
    window.addEventListener('beforeprint', onPrint);
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (entry!.isIntersecting) setKnown({ rows, drawn: Math.min(rows.length, drawn + step) });
      },
      { root: end.current!.parentElement, rootMargin: `0px 0px ${AHEAD} 0px` },
    );
    seen.observe(end.current!);
    return () => {
      window.removeEventListener('beforeprint', onPrint);
      seen.disconnect();
    };
  }, [rows, drawn, step]);
  return { drawn, end, showAll };
};
