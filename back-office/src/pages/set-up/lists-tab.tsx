import { ListPanel } from './list-panel.tsx';
import classes from './set-up.module.css';

/** The lists of the whole brand, from which tills and pages choose. */
export const Lists = () => (
  <div className={classes.lists}>
    {(['payment_purposes', 'cancel_causes', 'order_type_subs', 'money_accounts', 'regions', 'districts'] as const).map(
      (list) => (
        <ListPanel key={list} list={list} />
      ),
    )}
  </div>
);
