import { Command } from 'commander';
import { createReportClient, type ReportClient } from './report/client.ts';
import {
  renderOrganizationPayments,
  renderOrganizations,
  renderRegistrations,
  renderSuppliers,
} from './report/counterparties.ts';
import { renderMovements, renderShifts } from './report/money.ts';
import { renderPayroll } from './report/payroll.ts';
import { renderAbcXyz, renderMenuFolders, renderOlap, renderProducts } from './report/reports.ts';
import { runCommand } from './run-command.ts';

/** Where the README's demo runs, and the key that it prints. */
const DEMO = { url: 'http://127.0.0.1:8080', key: 'demo-partner-key' } as const;

type Options = Readonly<Record<string, string | undefined>>;

/** A report with the options that all of them have. `print` answers the text for the terminal. */
const report = (name: string, about: string, print: (client: ReportClient, options: Options) => Promise<string>) =>
  new Command(name)
    .description(about)
    .option('--as-of <moment>', 'what was known then: an instant with offset, or a position of the log')
    .option('--csv', 'the rows as a table for a spreadsheet')
    .option('--separator <sign>', 'of the cells of that table: , or ; or tab')
    .option('--bom', 'a byte order mark before that table, by which Excel knows that it is UTF-8')
    .option('--url <address>', `of the server; TILLSTREAM_URL, or ${DEMO.url}, unless told`)
    .option('--api-key <key>', `with the permission reports; TILLSTREAM_API_KEY, or ${DEMO.key}, unless told`)
    .action(async (options: Options) => {
      const { TILLSTREAM_URL, TILLSTREAM_API_KEY } = process.env;
      const url = options.url ?? (TILLSTREAM_URL || DEMO.url);
      const apiKey = options.apiKey ?? (TILLSTREAM_API_KEY || DEMO.key);
      const { csv, separator = ',', bom } = options;
      const table = csv ? { separator, bom: String(bom ?? false) } : undefined;
      const text = await print(createReportClient({ url, apiKey, table }), options);
      process.stdout.write(table ? text : `${text}\n`);
    });

const overDays = (command: Command): Command =>
  command.requiredOption('--from <date>', 'first day, YYYY-MM-DD').requiredOption('--to <date>', 'last day, included');

const atPoints = (command: Command): Command =>
  command.option('--point <ids>', 'points, separated by commas; all of the key unless told');

const olap = overDays(
  report('olap', 'Sales, payments, returns, deletions or labor in any grouping.', async (client, options) => {
    const { kind, from, to, point, groupBy, measures, orderBy, limit, asOf } = options;
    const body = {
      kind,
      date_from: from,
      date_to: to,
      point_id: point,
      as_of: asOf,
      group_by: listOf(groupBy),
      measures: listOf(measures),
      order_by: listOf(orderBy),
      limit: limit === undefined ? undefined : Number(limit),
    };
    return client.post('/v1/reports/olap', body, renderOlap);
  }),
)
  .requiredOption('--measures <names>', 'such as revenue,cheques_count')
  .option('--group-by <names>', 'such as product or point,date')
  .option('--kind <kind>', 'sales, payments, returns, deletions or labor', 'sales')
  .option('--order-by <names>', 'groupings and measures; a - before one: descending')
  .option('--limit <rows>', 'the first so many rows');

const abcXyz = overDays(
  report('abc-xyz', 'How much products bring, and how steadily they sell.', async (client, options) => {
    const { from, to, point, asOf, bucket, abcBy, xMax, yMax, menus, categories } = options;
    const query = {
      date_from: from,
      date_to: to,
      point_id: point,
      as_of: asOf,
      bucket,
      abc_by: abcBy,
      x_max: xMax,
      y_max: yMax,
      menu_ids: menus,
      category_ids: categories,
    };
    return client.get('/v1/reports/abc-xyz', query, renderAbcXyz);
  }),
)
  .option('--bucket <bucket>', 'week or day')
  .option('--abc-by <measure>', 'net_amount, gross_profit or quantity')
  .option('--x-max <percent>', 'X up to this variation')
  .option('--y-max <percent>', 'Y up to this variation')
  .option('--menus <ids>', 'menu folders, with those inside of them')
  .option('--categories <ids>', 'categories');

const products = report('products', 'The catalogue, with what each point takes for it.', async (client, options) => {
  const { point, asOf, types, status, menus, search } = options;
  const query = { point_id: point, as_of: asOf, types, status, menu_ids: menus, search };
  return client.get('/v1/reports/products', query, renderProducts);
})
  .option('--types <types>', 'product, prep, item, modifier, service')
  .option('--status <status>', 'active, inactive or all')
  .option('--menus <ids>', 'menu folders, with those inside of them')
  .option('--search <text>', 'a part of the name, the barcode or the PLU');

const menuFolders = report('menu-folders', 'The menu folders of the catalogue.', async (client, { asOf, status }) =>
  client.get('/v1/reports/menu-folders', { as_of: asOf, status }, renderMenuFolders),
).option('--status <status>', 'active, inactive or all');

const shifts = report('shifts', 'Till shifts with their sales and money.', async (client, options) => {
  const { from, to, state, point, asOf } = options;
  const query = { date_from: from, date_to: to, state, point_id: point, as_of: asOf };
  return client.get('/v1/reports/shifts', query, renderShifts);
})
  .option('--from <date>', 'first day, YYYY-MM-DD')
  .option('--to <date>', 'last day, included')
  .option('--state <state>', 'open, without days: the shifts that are open');

const moneyMovements = overDays(
  report('money-movements', 'What came to drawers and accounts, and what left them.', async (client, options) => {
    const { from, to, point, asOf, source, direction, groupBy } = options;
    const query = { date_from: from, date_to: to, point_id: point, as_of: asOf, source, direction, group_by: groupBy };
    return client.get('/v1/reports/money-movements', query, renderMovements);
  }),
)
  .option('--source <sources>', 'cashbox, safe, cash, bank, accountable; all unless told')
  .option('--direction <direction>', 'plus or minus')
  .option('--group-by <grouping>', 'movement, day, purpose or day_purpose');

const payroll = overDays(
  report('payroll', 'What employees earned and were paid.', async (client, { from, to, point, asOf }) => {
    const query = { date_from: from, date_to: to, point_id: point, as_of: asOf };
    return client.get('/v1/reports/payroll', query, renderPayroll);
  }),
);

/** Organizations and suppliers: what they owe, or what they are owed. */
const balances = (name: string, about: string, render: (answer: unknown) => string): Command =>
  report(name, about, async (client, { point, asOf, debtors }) => {
    const query = { point_id: point, as_of: asOf, only_debt: debtors ? 'true' : undefined };
    return client.get(`/v1/reports/${name}`, query, render);
  }).option('--debtors', 'only where something is owed');

const organizations = balances('organizations', 'Organizations and what they owe.', renderOrganizations);
const suppliers = balances('suppliers', 'Suppliers and what they are owed.', renderSuppliers);

const organizationPayments = overDays(
  report('organization-payments', 'What organizations paid.', async (client, options) => {
    const { from, to, point, asOf, organization } = options;
    const query = { date_from: from, date_to: to, point_id: point, as_of: asOf, organization_id: organization };
    return client.get('/v1/reports/organization-payments', query, renderOrganizationPayments);
  }),
).option('--organization <id>', 'of one organization');

const registrations = overDays(
  report('registrations', 'New clients and organizations.', async (client, { from, to, asOf, groupBy }) => {
    const query = { date_from: from, date_to: to, as_of: asOf, group_by: groupBy };
    return client.get('/v1/reports/registrations', query, renderRegistrations);
  }),
).option('--group-by <grouping>', 'date, week or month');

const listOf = (names: string | undefined): string[] | undefined => names?.split(',').map((name) => name.trim());

const program = new Command('report').description('Prints a report of a running Tillstream.');
const ofPoints = [
  olap,
  abcXyz,
  products,
  shifts,
  moneyMovements,
  payroll,
  organizations,
  suppliers,
  organizationPayments,
];
for (const command of ofPoints) program.addCommand(atPoints(command));
for (const command of [menuFolders, registrations]) program.addCommand(command);

await runCommand(program);
