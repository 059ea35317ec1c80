import type { ReactNode } from 'react';
import classes from './wide-table.module.css';

interface WideTableProps {
  readonly label: string;
  /**
   * Names of the columns. Those of figures stand at the right, above their cells (`data-figure`). The last one may have what
   * can be done with a row: it is not printed.
   */
  readonly heads: readonly Head[];
  /** Rows, each a `tr`. */
  readonly children: ReactNode;
}

type Head = string | { readonly figure: string } | { readonly acts: string };

const nameOf = (head: Head): string => {
  if (typeof head === 'string') return head;
  return 'figure' in head ? head.figure : head.acts;
};
const isOf = (kind: 'figure' | 'acts', head: Head): true | undefined =>
  (typeof head === 'object' && kind in head) || undefined;

/** A table that may be wider than the screen: it scrolls by itself, also by keyboard. */
export const WideTable = ({ label, heads, children }: WideTableProps) => (
  <div className={classes.scroll} tabIndex={0} role="region" aria-label={label}>
    <table className={classes.table}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={nameOf(head)} scope="col" data-figure={isOf('figure', head)} data-acts={isOf('acts', head)}>
              {nameOf(head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);
