import type { ReactNode } from 'react';
import classes from './panel.module.css';

interface PanelProps {
  /** Its name for readers of the screen. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** A part of a page that stands on a surface of its own. */
export const Panel = ({ label, children }: PanelProps) => (
  <section className={classes.panel} aria-label={label}>
    {children}
  </section>
);
