import { BRAND } from './columns.ts';
import { type AnalyticsView, column } from './view.ts';

const brands: AnalyticsView = {
  name: 'brands',
  kind: 'dimension',
  key: ['brand_id'],
  about: 'A brand: everything else belongs to one.',
  tables: ['brands'],
  from: (table) => `${table('brands')} as t`,
  columns: {
    brand_id: column('uuid', 't.brand_id', 'The brand.'),
    name: column('text', 't.name', 'Its name.'),
    currency: column('text', 't.currency', 'ISO 4217 code of all its amounts.'),
    currency_exponent: column('integer', 't.currency_exponent', 'Amounts are in units of 10 to the minus this.'),
    country_code: column('text', 't.country_code', 'ISO 3166 code of its country.'),
  },
};

const points: AnalyticsView = {
  name: 'points',
  kind: 'dimension',
  key: ['point_id'],
  about: 'A restaurant of a brand, as it is now.',
  tables: ['points'],
  from: (table) => `${table('points')} as t`,
  columns: {
    point_id: column('uuid', 't.point_id', 'The point.'),
    brand_id: BRAND,
    name: column('text', 't.name', 'Its full name.'),
    short_name: column('text', 't.short_name', 'Its name where space is short.'),
    address: column('text', 't.address', 'Where it is; null: not told.'),
    latitude: column('double precision', 't.latitude', 'Degrees north.'),
    longitude: column('double precision', 't.longitude', 'Degrees east.'),
    timezone: column('text', 't.timezone', 'Its clock, an IANA time zone.'),
    business_day_cutoff: column('text', 't.business_day_cutoff', 'Until then it is still the business day before.'),
  },
};

const products: AnalyticsView = {
  name: 'products',
  kind: 'dimension',
  key: ['product_id'],
  about: 'A dish, modifier or other product, as it is now. What it was when it was sold stands in cheque_lines.',
  tables: ['products'],
  from: (table) => `${table('products')} as t`,
  columns: {
    product_id: column('bigint', 't.product_id', 'The product.'),
    brand_id: BRAND,
    name: column('text', 't.name', 'Its name in the catalogue.'),
    type: column('text', 't.type', 'product, prep, item, modifier or service.'),
    category_id: column('bigint', 't.category_id', 'categories.category_id; null: none.'),
    unit: column('text', 't.unit', 'What its weight is in; null: not told.'),
    weight: column('double precision', 't.weight', 'Of one portion; null: not told.'),
    is_divisible: column('boolean', 't.is_divisible', 'Sold in parts of a unit too.'),
    barcode: column('text', 't.barcode', 'null: none.'),
    base_price: column('bigint', 't.base_price', 'Its price where a point has no other.'),
    is_active: column('boolean', 't.is_active', 'In use.'),
    menu_folder_id: column('bigint', 't.menu_folder_id', 'menu_folders.menu_folder_id; null: none.'),
  },
};

const categories: AnalyticsView = {
  name: 'categories',
  kind: 'dimension',
  key: ['category_id'],
  about: 'A category of products, as it is now.',
  tables: ['categories'],
  from: (table) => `${table('categories')} as t`,
  columns: {
    category_id: column('bigint', 't.category_id', 'The category.'),
    brand_id: BRAND,
    parent_id: column('bigint', 't.parent_id', 'The category above it: categories.category_id; null: none.'),
    name: column('text', 't.name', 'Its name.'),
    order_number: column('integer', 't.order_number', 'Its place among its neighbours.'),
  },
};

const menuFolders: AnalyticsView = {
  name: 'menu_folders',
  kind: 'dimension',
  key: ['menu_folder_id'],
  about: 'A menu folder, by which reports group products, as it is now.',
  tables: ['menu_folders'],
  from: (table) => `${table('menu_folders')} as t`,
  columns: {
    menu_folder_id: column('bigint', 't.menu_folder_id', 'The folder.'),
    brand_id: BRAND,
    parent_id: column('bigint', 't.parent_id', 'The folder above it: menu_folders.menu_folder_id; null: none.'),
    name: column('text', 't.name', 'Its name.'),
    order_number: column('integer', 't.order_number', 'Its place among its neighbours.'),
  },
};

const employees: AnalyticsView = {
  name: 'employees',
  kind: 'dimension',
  key: ['employee_id'],
  about: 'An employee, as he or she is now; also those who have left.',
  tables: ['employees'],
  from: (table) => `${table('employees')} as t`,
  keepsVersions: true,
  columns: {
    employee_id: column('bigint', 't.employee_id', 'The employee.'),
    brand_id: BRAND,
    point_id: column('uuid', 't.point_id', 'Where he or she works: points.point_id; null: at no point in particular.'),
    login: column('text', 't.login', 'Unique name in the back office.'),
    name: column('text', 't.name', 'Full name.'),
    role: column('text', 't.role', 'Role in the back office.'),
    position_id: column('bigint', 't.position_id', 'Position, by number.'),
    position_name: column('text', 't.position_name', 'Position, by name.'),
    standing: column('text', 't.standing', 'active, blocked or dismissed.'),
  },
};

const employeeAssignments: AnalyticsView = {
  name: 'employee_assignments',
  kind: 'dimension',
  key: ['employee_id', 'from_date'],
  about: 'What an employee was from a day on, until the day before the next. Each employee has one for every day.',
  tables: ['employee_assignments'],
  from: (table) =>
    `(select a.*, lead(from_date) over (partition by employee_id order by from_date) - 1 as to_date
      from ${table('employee_assignments')} as a where a.known_to is null) as t`,
  columns: {
    employee_id: column('bigint', 't.employee_id', 'The employee: employees.employee_id.'),
    brand_id: BRAND,
    from_date: column('date', 't.from_date', 'The first business day; 0001-01-01: what the employee was hired as.'),
    to_date: column('date', 't.to_date', 'The last business day; null: until now.'),
    point_id: column('uuid', 't.point_id', 'The own point: points.point_id; null: none in particular.'),
    role: column('text', 't.role', 'Role in the back office.'),
    position_id: column('bigint', 't.position_id', 'Position, by number.'),
    position_name: column('text', 't.position_name', 'Position, by the name that it had then.'),
  },
};

const paymentTypes: AnalyticsView = {
  name: 'payment_types',
  kind: 'dimension',
  key: ['payment_type_id'],
  about: 'A way to pay, as it is now.',
  tables: ['payment_types'],
  from: (table) => `${table('payment_types')} as t`,
  columns: {
    payment_type_id: column('bigint', 't.payment_type_id', 'The payment type.'),
    brand_id: BRAND,
    name: column('text', 't.name', 'Its name.'),
    category_id: column('integer', 't.category_id', '1 cash, 2 card, 4 bonuses, 5 online, 6 debt paid by an employee.'),
    category: column(
      'text',
      `case t.category_id when 1 then 'cash' when 2 then 'card' when 4 then 'bonuses' when 5 then 'online'
        when 6 then 'debt' end`,
      'cash, card, bonuses, online or debt.',
    ),
  },
};

const moments: AnalyticsView = {
  name: 'moments',
  kind: 'dimension',
  key: ['minute'],
  about: 'The end of the log in each minute in which something was recorded: which position goes with which time.',
  tables: ['moments'],
  from: (table) => `${table('moments')} as t`,
  columns: {
    minute: column('timestamptz', 't.minute', 'The minute.'),
    log_position: column('bigint', 't.position', 'Position of its last event.'),
    recorded_at: column('timestamptz', 't.recorded_at', 'When that was recorded.'),
  },
};

const dates: AnalyticsView = {
  name: 'dates',
  kind: 'dimension',
  key: ['date'],
  about: 'Every day from 2020 to 2049: join to it for days without a row, and to group by week or month.',
  tables: [],
  from: () => `generate_series(date '2020-01-01', date '2049-12-31', interval '1 day') as t (day)`,
  columns: {
    date: column('date', 't.day', 'The day.'),
    year: column('integer', 'extract(year from t.day)', 'Its year.'),
    quarter: column('integer', 'extract(quarter from t.day)', '1 to 4.'),
    month: column('integer', 'extract(month from t.day)', '1 to 12.'),
    month_start: column('date', `date_trunc('month', t.day)`, 'The first day of its month.'),
    week: column('integer', 'extract(week from t.day)', 'ISO week, 1 to 53.'),
    week_start: column('date', `date_trunc('week', t.day)`, 'The Monday of its week.'),
    day_of_week: column('integer', 'extract(isodow from t.day)', '1 Monday to 7 Sunday.'),
    is_weekend: column('boolean', 'extract(isodow from t.day) > 5', 'Saturday or Sunday.'),
  },
};

export const dimensions: readonly AnalyticsView[] = [
  brands,
  points,
  products,
  categories,
  menuFolders,
  employees,
  employeeAssignments,
  paymentTypes,
  moments,
  dates,
];
