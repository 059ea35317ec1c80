import { type CallOptions, type Connection, dataOf } from './connection.ts';
import { after, allPages, type Rows } from './pages.ts';
import type { Answer, Body, Filter, Query } from './types.ts';

/** A report may take a minute to build. */
const REPORT_MS = 90_000;
const PAGE = 1_000;

type Table = 'separator' | 'bom';

/** Records of cheques, page after page by themselves. Needs the permission `reports`. */
export const createExports = ({ api, safe }: Connection) => ({
  /**
   * Closed cheques of a period, at most 31 days, by ascending id.
   *
   * @example
   * ```ts
   * for await (const cheque of till.exports.cheques({ date_from: '2026-03-01', date_to: '2026-03-31' })) {
   *   total += cheque.total_amount;
   * }
   * ```
   */
  cheques: (query: Filter<'exportCheques'>, options?: CallOptions): Rows<Answer<'exportCheques'>['cheques']> =>
    allPages(async (after_id?: number) => {
      const page = await dataOf(api.GET('/v1/export/cheques', withPage(query, after_id, safe(options))));
      return { rows: page.cheques, next: after(page.has_more, page.next_after_id) };
    }),

  /**
   * Dishes and modifiers of closed cheques.
   *
   * @example
   * ```ts
   * for await (const line of till.exports.chequeLines({ date_from, date_to, point_id })) add(line.product_id, line.quantity);
   * ```
   */
  chequeLines: (
    query: Filter<'exportChequeLines'>,
    options?: CallOptions,
  ): Rows<Answer<'exportChequeLines'>['cheque_lines']> =>
    allPages(async (after_id?: number) => {
      const page = await dataOf(api.GET('/v1/export/cheque-lines', withPage(query, after_id, safe(options))));
      return { rows: page.cheque_lines, next: after(page.has_more, page.next_after_id) };
    }),

  /**
   * Returns, by their own day.
   *
   * @example
   * ```ts
   * for await (const { cheque_id, refunded_amount } of till.exports.returns({ date_from, date_to })) console.log(cheque_id);
   * ```
   */
  returns: (query: Filter<'exportReturns'>, options?: CallOptions): Rows<Answer<'exportReturns'>['returns']> =>
    allPages(async (after_id?: number) => {
      const page = await dataOf(api.GET('/v1/export/returns', withPage(query, after_id, safe(options))));
      return { rows: page.returns, next: after(page.has_more, page.next_after_id) };
    }),
});

const withPage = <Asked extends object, Sending extends object>(
  query: Asked,
  after_id: number | undefined,
  sending: Sending,
) => ({ params: { query: { ...query, limit: PAGE, ...(after_id !== undefined && { after_id }) } }, ...sending });

/** Ready reports, and sales in any grouping. Needs the permission `reports`. */
export const createReports = ({ api, safe }: Connection) => {
  const patiently = (options: CallOptions = {}) => safe({ timeoutMs: REPORT_MS, ...options });
  return {
    /**
     * Sales, payments, returns, deletions or labor in any grouping.
     *
     * @example
     * ```ts
     * const { rows } = await till.reports.olap({
     *   kind: 'sales', date_from: '2026-03-01', date_to: '2026-03-31', group_by: ['product'], measures: ['net_amount'],
     * });
     * ```
     */
    olap: (question: Body<'runOlapReport'>, options?: CallOptions): Promise<Answer<'runOlapReport'>> =>
      dataOf(api.POST('/v1/reports/olap', { body: question, ...patiently(options) })),

    /**
     * The groupings and measures that `olap` knows, with their titles.
     *
     * @example
     * ```ts
     * const columns = await till.reports.olapColumns({ kind: 'sales' });
     * ```
     */
    olapColumns: (query: Query<'listOlapColumns'> = {}, options?: CallOptions): Promise<Answer<'listOlapColumns'>> =>
      dataOf(api.GET('/v1/reports/olap/columns', { params: { query }, ...patiently(options) })),

    /**
     * The records behind a row of `olap`.
     *
     * @example
     * ```ts
     * const details = await till.reports.olapDetails(question);
     * ```
     */
    olapDetails: (question: Body<'getOlapDetails'>, options?: CallOptions): Promise<Answer<'getOlapDetails'>> =>
      dataOf(api.POST('/v1/reports/olap/details', { body: question, ...patiently(options) })),

    /**
     * The same report as of two moments: what was known later, and was not before.
     *
     * @example
     * ```ts
     * const { rows } = await till.reports.olapRestatement(question);
     * ```
     */
    olapRestatement: (
      question: Body<'compareOlapReports'>,
      options?: CallOptions,
    ): Promise<Answer<'compareOlapReports'>> =>
      dataOf(api.POST('/v1/reports/olap/restatement', { body: question, ...patiently(options) })),

    /**
     * Hours of employees.
     *
     * @example
     * ```ts
     * const report = await till.reports.attendance({ date_from, date_to });
     * ```
     */
    attendance: (
      query: Omit<Query<'getAttendanceReport'>, Table>,
      options?: CallOptions,
    ): Promise<Answer<'getAttendanceReport'>> =>
      dataOf(api.GET('/v1/reports/attendance', { params: { query }, ...patiently(options) })),

    /**
     * How much products bring, and how steadily they sell.
     *
     * @example
     * ```ts
     * const report = await till.reports.abcXyz({ date_from, date_to, bucket: 'week' });
     * ```
     */
    abcXyz: (query: Omit<Query<'getAbcXyzReport'>, Table>, options?: CallOptions): Promise<Answer<'getAbcXyzReport'>> =>
      dataOf(api.GET('/v1/reports/abc-xyz', { params: { query }, ...patiently(options) })),

    /**
     * The catalogue, with what each point takes for it.
     *
     * @example
     * ```ts
     * const report = await till.reports.products({ search: 'plov' });
     * ```
     */
    products: (
      query: Omit<Query<'getProductsReport'>, Table> = {},
      options?: CallOptions,
    ): Promise<Answer<'getProductsReport'>> =>
      dataOf(api.GET('/v1/reports/products', { params: { query }, ...patiently(options) })),

    /**
     * The menu folders of the catalogue.
     *
     * @example
     * ```ts
     * const report = await till.reports.menuFolders({ status: 'all' });
     * ```
     */
    menuFolders: (
      query: Omit<Query<'listMenuFolders'>, Table> = {},
      options?: CallOptions,
    ): Promise<Answer<'listMenuFolders'>> =>
      dataOf(api.GET('/v1/reports/menu-folders', { params: { query }, ...patiently(options) })),

    /**
     * What employees earned and were paid.
     *
     * @example
     * ```ts
     * const report = await till.reports.payroll({ date_from, date_to });
     * ```
     */
    payroll: (
      query: Omit<Query<'getPayrollReport'>, Table>,
      options?: CallOptions,
    ): Promise<Answer<'getPayrollReport'>> =>
      dataOf(api.GET('/v1/reports/payroll', { params: { query }, ...patiently(options) })),

    /**
     * The days behind one employee's payroll.
     *
     * @example
     * ```ts
     * const { days } = await till.reports.payrollDays({ employee_id, date_from, date_to });
     * ```
     */
    payrollDays: (
      query: Omit<Query<'getPayrollDays'>, Table>,
      options?: CallOptions,
    ): Promise<Answer<'getPayrollDays'>> =>
      dataOf(api.GET('/v1/reports/payroll/days', { params: { query }, ...patiently(options) })),

    /**
     * Till shifts with their sales and money.
     *
     * @example
     * ```ts
     * const report = await till.reports.shifts({ state: 'open' });
     * ```
     */
    shifts: (query: Omit<Query<'getShiftsReport'>, Table>, options?: CallOptions): Promise<Answer<'getShiftsReport'>> =>
      dataOf(api.GET('/v1/reports/shifts', { params: { query }, ...patiently(options) })),

    /**
     * What came to drawers and accounts, and what left them.
     *
     * @example
     * ```ts
     * const report = await till.reports.moneyMovements({ date_from, date_to });
     * ```
     */
    moneyMovements: (
      query: Omit<Query<'getMoneyMovementsReport'>, Table>,
      options?: CallOptions,
    ): Promise<Answer<'getMoneyMovementsReport'>> =>
      dataOf(api.GET('/v1/reports/money-movements', { params: { query }, ...patiently(options) })),

    /**
     * Accounts, and what each of them should hold.
     *
     * @example
     * ```ts
     * const { accounts } = await till.reports.moneyAccounts();
     * ```
     */
    moneyAccounts: (
      query: Omit<Query<'getMoneyAccountsReport'>, Table> = {},
      options?: CallOptions,
    ): Promise<Answer<'getMoneyAccountsReport'>> =>
      dataOf(api.GET('/v1/reports/money-accounts', { params: { query }, ...patiently(options) })),

    /**
     * Organizations and what they owe.
     *
     * @example
     * ```ts
     * const report = await till.reports.organizations();
     * ```
     */
    organizations: (
      query: Omit<Query<'getOrganizationsReport'>, Table> = {},
      options?: CallOptions,
    ): Promise<Answer<'getOrganizationsReport'>> =>
      dataOf(api.GET('/v1/reports/organizations', { params: { query }, ...patiently(options) })),

    /**
     * Suppliers and what they are owed.
     *
     * @example
     * ```ts
     * const report = await till.reports.suppliers();
     * ```
     */
    suppliers: (
      query: Omit<Query<'getSuppliersReport'>, Table> = {},
      options?: CallOptions,
    ): Promise<Answer<'getSuppliersReport'>> =>
      dataOf(api.GET('/v1/reports/suppliers', { params: { query }, ...patiently(options) })),

    /**
     * What organizations paid.
     *
     * @example
     * ```ts
     * const report = await till.reports.organizationPayments({ date_from, date_to });
     * ```
     */
    organizationPayments: (
      query: Omit<Query<'getOrganizationPayments'>, Table>,
      options?: CallOptions,
    ): Promise<Answer<'getOrganizationPayments'>> =>
      dataOf(api.GET('/v1/reports/organization-payments', { params: { query }, ...patiently(options) })),

    /**
     * New clients and organizations.
     *
     * @example
     * ```ts
     * const report = await till.reports.registrations({ date_from, date_to, group_by: 'week' });
     * ```
     */
    registrations: (
      query: Omit<Query<'getRegistrationsReport'>, Table>,
      options?: CallOptions,
    ): Promise<Answer<'getRegistrationsReport'>> =>
      dataOf(api.GET('/v1/reports/registrations', { params: { query }, ...patiently(options) })),
  };
};
