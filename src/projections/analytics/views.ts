import { dimensions } from './dimensions.ts';
import { venueDimensions } from './dimensions-venue.ts';
import { adjustmentFacts } from './facts-adjustments.ts';
import { counterpartyDimensions, counterpartyFacts } from './facts-counterparties.ts';
import { deletionFacts } from './facts-deletions.ts';
import { menuFacts } from './facts-menu.ts';
import { moneyDimensions, moneyFacts } from './facts-money.ts';
import { orderFacts } from './facts-orders.ts';
import { payrollDimensions, payrollFacts } from './facts-payroll.ts';
import { salesFacts } from './facts-sales.ts';
import { venueFacts } from './facts-venue.ts';
import { relationsView } from './relations.ts';
import { type AnalyticsView, column } from './view.ts';

/** After all other columns, so that views which others built stay where an instant is new. */
const withInstants = (view: AnalyticsView): AnalyticsView => {
  const instants = Object.entries(view.columns).flatMap(([name, { instant }]) =>
    instant ? [[`${name}_utc`, instant] as const] : [],
  );
  return { ...view, columns: { ...view.columns, ...Object.fromEntries(instants) } };
};

const nowOf = (view: AnalyticsView): AnalyticsView => ({ ...view, where: 't.known_to is null' });

const versionsOf = ({ keepsVersions: _, ...view }: AnalyticsView): AnalyticsView => ({
  ...view,
  name: `${view.name}_versions`,
  kind: 'versions',
  about: `Every version of the rows of ${view.name}, also those that are not valid any more.`,
  columns: {
    ...view.columns,
    known_from: column('bigint', 't.known_from', 'Log position of the event that began the version.'),
    known_to: column('bigint', 't.known_to', 'Log position of the event that ended it; null: it is valid now.'),
  },
});

const described = [
  ...salesFacts,
  ...orderFacts,
  ...deletionFacts,
  ...adjustmentFacts,
  ...menuFacts,
  ...venueFacts,
  ...moneyFacts,
  ...counterpartyFacts,
  ...payrollFacts,
  ...dimensions,
  ...moneyDimensions,
  ...counterpartyDimensions,
  ...payrollDimensions,
  ...venueDimensions,
].map(withInstants);

const all = [...described, relationsView(described)];

/** Views that keep versions: each has a function `…_as_of`. */
export const viewsWithVersions: readonly AnalyticsView[] = all.filter(({ keepsVersions }) => keepsVersions);

/**
 * Every view of schema `analytics`. A view that is not named here is neither made nor documented. A view that is taken
 * out of this list stays where it was made, granted to analysts, until a read model below it is rebuilt: so drop it by
 * name.
 */
export const analyticsViews: readonly AnalyticsView[] = all.flatMap((view) =>
  view.keepsVersions ? [nowOf(view), versionsOf(view)] : [view],
);
