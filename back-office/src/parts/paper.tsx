import type { ReactNode } from 'react';
import classes from './paper.module.css';

/** A slip of a receipt printer, 80 mm wide. On the screen it stands on the page; printed, it is all there is. */
export const Paper = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <article className={classes.paper} aria-label={label} data-paper>
    {children}
  </article>
);

interface PaperRowProps {
  readonly label: string;
  readonly value: string;
  readonly isStrong?: boolean;
}

export const PaperRow = ({ label, value, isStrong = false }: PaperRowProps) => (
  <div className={classes.row} data-strong={isStrong || undefined}>
    <span>{label}</span>
    <span>{value}</span>
  </div>
);

/** A line across, with the name of what comes. */
export const PaperRule = ({ title }: { readonly title?: string }) => (
  <div className={classes.rule}>{title !== undefined && <h3>{title}</h3>}</div>
);
