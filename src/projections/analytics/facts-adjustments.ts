import { BRAND, local, POINT } from './columns.ts';
import { type AnalyticsView, column } from './view.ts';

const adjustments: AnalyticsView = {
  name: 'adjustments',
  kind: 'fact',
  key: ['adjustment_id'],
  about:
    'Each time that the discount, the service or the delivery of a cheque was set by hand: by whom, why, and what they were then.',
  tables: ['adjustments', 'points'],
  from: (table) => `${table('adjustments')} as t left join ${table('points')} as p on p.point_id = t.point_id`,
  keepsVersions: true,
  columns: {
    adjustment_id: column('bigint', 't.position', 'Which one: the log position of its event.'),
    cheque_id: column('bigint', 't.order_id', 'The order; of a closed one it is cheque_id of the other views.'),
    brand_id: BRAND,
    point_id: POINT,
    adjusted_at: local('t.adjusted_at', 'When it was set', 'p.timezone'),
    adjusted_by_id: column('bigint', 't.adjusted_by', 'Who set it: people.person_id; null: a key of the venue did.'),
    discount: column('bigint', 't.discount', 'The discount of the cheque then. A later one takes its place.'),
    discount_percent: column('numeric', 't.discount_percent', 'Its percent of the goods; null: it is an amount.'),
    service_amount: column('bigint', 't.service_amount', 'The service of the cheque then.'),
    delivery_amount: column('bigint', 't.delivery_amount', 'The delivery of the cheque then.'),
    reason: column('text', 't.reason', 'Why there is a discount; null: not told, or the guest was erased.'),
  },
};

export const adjustmentFacts: readonly AnalyticsView[] = [adjustments];
