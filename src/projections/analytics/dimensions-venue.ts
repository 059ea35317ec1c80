import { BRAND, POINT } from './columns.ts';
import { type AnalyticsView, column } from './view.ts';

const id = (name: string, about: string) => column('bigint', `t.${name}`, about);
const NAME = column('text', 't.name', 'Its name.');

const orderTypeSubs: AnalyticsView = {
  name: 'order_type_subs',
  kind: 'dimension',
  key: ['order_type_sub_id'],
  about: 'A sub-type of an order type, as it is now.',
  tables: ['order_type_subs'],
  from: (table) => `${table('order_type_subs')} as t`,
  columns: {
    order_type_sub_id: id('order_type_sub_id', 'The sub-type.'),
    brand_id: BRAND,
    name: NAME,
    order_type_id: column('integer', 't.order_type_id', '1 hall, 2 takeaway, 3 delivery.'),
    is_default: column('boolean', 't.is_default', 'Orders of the type have it if nobody says another one.'),
  },
};

const sources: AnalyticsView = {
  name: 'sources',
  kind: 'dimension',
  key: ['brand_id', 'source_id'],
  about: 'Where orders come from: the venue itself, or a partner, by the name of its newest key.',
  tables: ['access_keys', 'brands'],
  from: (table) => `(
    select brand_id, 0 as source_id, null::text as name from ${table('brands')}
    union all
    (select distinct on (brand_id, source_id) brand_id, source_id, name from ${table('access_keys')}
     where brand_id is not null and source_id <> 0 order by brand_id, source_id, issued_at desc, key_id)
  ) as t`,
  columns: {
    source_id: id('source_id', "0: the venue's own orders; else the aggregator."),
    brand_id: BRAND,
    name: column('text', 't.name', "Its name; null: the venue's own orders."),
  },
};

const halls: AnalyticsView = {
  name: 'halls',
  kind: 'dimension',
  key: ['hall_id'],
  about: 'A hall of a point, as it is now.',
  tables: ['halls'],
  from: (table) => `${table('halls')} as t`,
  columns: { hall_id: id('hall_id', 'The hall.'), brand_id: BRAND, point_id: POINT, name: NAME },
};

const tables: AnalyticsView = {
  name: 'tables',
  kind: 'dimension',
  key: ['table_id'],
  about: 'A table of a hall, as it is now.',
  tables: ['tables'],
  from: (table) => `${table('tables')} as t`,
  columns: {
    table_id: id('table_id', 'The table.'),
    brand_id: BRAND,
    point_id: POINT,
    hall_id: id('hall_id', 'The hall it stands in: halls.hall_id.'),
    name: NAME,
    capacity: column('integer', 't.capacity', 'Its seats; null: not told.'),
  },
};

const cancelCauses: AnalyticsView = {
  name: 'cancel_causes',
  kind: 'dimension',
  key: ['cancel_cause_id'],
  about: 'Why orders are deleted, as it is now.',
  tables: ['cancel_causes'],
  from: (table) => `${table('cancel_causes')} as t`,
  columns: { cancel_cause_id: id('cancel_cause_id', 'The cause.'), brand_id: BRAND, name: NAME },
};

const regions: AnalyticsView = {
  name: 'regions',
  kind: 'dimension',
  key: ['region_id'],
  about: 'A region in which organizations are, as it is now.',
  tables: ['regions'],
  from: (table) => `${table('regions')} as t`,
  columns: { region_id: id('region_id', 'The region.'), brand_id: BRAND, name: NAME },
};

const districts: AnalyticsView = {
  name: 'districts',
  kind: 'dimension',
  key: ['district_id'],
  about: 'A district of a region, as it is now.',
  tables: ['districts'],
  from: (table) => `${table('districts')} as t`,
  columns: {
    district_id: id('district_id', 'The district.'),
    brand_id: BRAND,
    region_id: id('region_id', 'The region that it is in: regions.region_id.'),
    name: NAME,
  },
};

const OPENS = 'When it opens, on its clock; null: it is closed.';
const CLOSES = 'When it closes, on its clock; 24:00 is midnight. Null: it is closed.';
const opening = (row: string) => ({
  opens_at: column('time', `case when ${row}.is_open then ${row}.open end`, OPENS),
  closes_at: column('time', `case when ${row}.is_open then ${row}.close end`, CLOSES),
  closes_next_day: column('boolean', `${row}.is_open and ${row}.close < ${row}.open`, 'It closes after midnight.'),
});

const workingHours: AnalyticsView = {
  name: 'working_hours',
  kind: 'dimension',
  key: ['point_id', 'day_of_week'],
  about: 'When a point is open on a day of the week, as it is now. On some dates special_days has other hours.',
  tables: ['points'],
  from: (table) => `${table('points')} as t
    cross join lateral json_to_recordset(t.working_hours) as d(day integer, is_open boolean, open text, close text)`,
  columns: {
    point_id: POINT,
    brand_id: BRAND,
    day_of_week: column('integer', 'd.day', '1 Monday to 7 Sunday: dates.day_of_week.'),
    ...opening('d'),
  },
};

const specialDays: AnalyticsView = {
  name: 'special_days',
  kind: 'dimension',
  key: ['point_id', 'date'],
  about: 'A date on which a point is closed, or has other hours than working_hours.',
  tables: ['special_days'],
  from: (table) => `${table('special_days')} as t`,
  columns: {
    point_id: POINT,
    brand_id: BRAND,
    date: column('date', 't.date', 'The date: dates.date.'),
    ...opening('t'),
  },
};

const people: AnalyticsView = {
  name: 'people',
  kind: 'dimension',
  key: ['person_id'],
  about: 'A person who may sign in, as it is now. Of whoever was erased the number is left.',
  tables: ['people'],
  from: (table) => `${table('people')} as t`,
  where: 't.known_to is null',
  columns: {
    person_id: id('account_id', 'The number of the account.'),
    brand_id: BRAND,
    employee_id: id('employee_id', 'The employee that the person is: employees.employee_id; null: none.'),
    name: column('text', 't.name', 'The name; null: the person was erased.'),
    role: column('text', 't.role', 'What the person may do: owner, manager, cashier and so on.'),
    is_disabled: column('boolean', 't.is_disabled', 'The person cannot sign in now.'),
  },
};

export const venueDimensions: readonly AnalyticsView[] = [
  ...[orderTypeSubs, sources, halls, tables, cancelCauses],
  ...[regions, districts, people, workingHours, specialDays],
];
