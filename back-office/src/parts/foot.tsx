import type { ReactNode } from 'react';
import classes from './foot.module.css';

/** The buttons at the end of a form. On a phone they fill the row; one that has no room there takes the next. */
export const Foot = ({ children }: { readonly children: ReactNode }) => <div className={classes.foot}>{children}</div>;
