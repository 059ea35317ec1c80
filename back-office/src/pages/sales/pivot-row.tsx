import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../parts/formats.ts';
import type { Cell } from './behind.tsx';
import { useLabels } from './labels.ts';
import { changeOf, type Head, type Values } from './pivot.ts';
import classes from './sales.module.css';

/** What the rows of a table have in common. It stays the same thing until the table is another one. */
export interface PivotLook {
  readonly measures: readonly string[];
  readonly types: ReadonlyMap<string, string>;
  readonly titles: ReadonlyMap<string, string>;
  readonly columns: readonly (Head & { readonly names: readonly string[] })[];
  /** Whether another period stands beside each value. */
  readonly isCompared: boolean;
}

/** The values of a row: in all, and by column. */
export interface RowValues {
  readonly total: Values | undefined;
  readonly cells: ReadonlyMap<string, Values> | undefined;
}

interface PivotRowProps {
  readonly look: PivotLook;
  readonly heads: readonly string[];
  /** What the row is called where its cells are named. */
  readonly names: readonly string[];
  readonly cell: Cell['cell'];
  readonly values: RowValues;
  readonly before: RowValues | undefined;
  readonly isTotal?: boolean;
  /** How many of the first heads are those of the row above. */
  readonly again?: number;
  readonly onOpen: (cell: Omit<Cell, 'asOf'>) => void;
}

/** A row of the table. It is drawn again only if something of it has changed: a table has hundreds. */
export const PivotTableRow = memo((props: PivotRowProps) => {
  const { look, heads, names, cell, values, before, isTotal, again = 0, onOpen } = props;
  return (
    <tr data-total={isTotal || undefined}>
      {heads.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has as many as the table has groupings
        <th key={index} scope="row" data-again={index < again || undefined}>
          {text}
        </th>
      ))}
      <Figures {...{ look, onOpen, names, cell }} values={values.total} than={before?.total} />
      {look.columns.map((column) => (
        <Figures
          key={column.id}
          {...{ look, onOpen }}
          names={isTotal ? column.names : [...names, ...column.names]}
          cell={{ ...cell, ...column.cell }}
          values={values.cells?.get(column.id)}
          than={before?.cells?.get(column.id)}
        />
      ))}
    </tr>
  );
});

interface FiguresProps extends Pick<PivotRowProps, 'look' | 'names' | 'cell' | 'onOpen'> {
  readonly values: Values | undefined;
  readonly than: Values | undefined;
}

/** The measures of a cell, each beside the other period's. */
const Figures = ({ look, names, cell, values, than, onOpen }: FiguresProps) => {
  const { t } = useTranslation();
  const { figureOf } = useLabels();
  const { percent } = useFormats();
  const { measures, types, titles, isCompared } = look;
  return measures.map((measure) => {
    const value = values?.[measure];
    const change = isCompared ? changeOf(value, than?.[measure]) : undefined;
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
        {isCompared && (
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
};
