import type { ReactNode } from 'react';
import classes from './link-button.module.css';

interface LinkButtonProps {
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** What one touches to open more of a thing: it looks like a link. */
export const LinkButton = ({ onClick, children }: LinkButtonProps) => (
  <button type="button" className={classes.link} onClick={onClick}>
    {children}
  </button>
);
