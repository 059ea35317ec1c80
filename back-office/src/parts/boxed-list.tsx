import type { ReactNode } from 'react';
import classes from './boxed-list.module.css';

interface BoxedListProps {
  /** Its name for readers of the screen. */
  readonly label: string;
  /** Whether the order of its entries says something. */
  readonly isOrdered?: boolean;
  /** Entries, each a `li`. */
  readonly children: ReactNode;
}

/** Entries below each other, with a line between them, on a surface of their own. Without any, nothing is shown. */
export const BoxedList = ({ label, isOrdered = false, children }: BoxedListProps) => {
  const List = isOrdered ? 'ol' : 'ul';
  return (
    <List className={classes.list} aria-label={label}>
      {children}
    </List>
  );
};
