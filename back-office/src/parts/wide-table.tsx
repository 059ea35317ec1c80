import type { ReactNode } from 'react';
import classes from './wide-table.module.css';

interface WideTableProps {
  readonly label: string;
  readonly heads: readonly string[];
  /** Rows, each a `tr`. */
  readonly children: ReactNode;
}

/** A table that may be wider than the screen: it scrolls by itself, also by keyboard. */
export const WideTable = ({ label, heads, children }: WideTableProps) => (
  <div className={classes.scroll} tabIndex={0} role="region" aria-label={label}>
    <table className={classes.table}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);
