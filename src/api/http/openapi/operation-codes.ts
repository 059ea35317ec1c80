import { OPERATION_CODES } from './operation-codes.generated.ts';

/** What any request may be answered, by how it is written and by whom: said once for all operations. */
const GENERAL: ReadonlySet<string> = new Set([
  ...['no_token', 'invalid_token', 'audience_forbidden', 'points_forbidden', 'metrics_forbidden'],
  ...['no_access_to_reports', 'no_access_to_attendance', 'no_access_to_table_booking', 'no_access_to_payments'],
  ...['role_forbidden', 'origin_forbidden', 'session_ended'],
  // Of any command.
  ...['command_id_reused', 'occurred_at_in_future', 'occurred_at_too_old'],
  ...['rate_limited', 'answers_unread', 'reports_too_heavy', 'too_many_streams'],
  ...['malformed_json', 'http_malformed', 'headers_too_large', 'request_timeout', 'path_malformed'],
  ...['route_not_found', 'method_not_allowed', 'value_not_storable', 'unavailable', 'internal'],
  ...['parameter_unknown', 'quantity_too_precise', 'timezone_unknown', 'country_unknown', 'currency_unknown'],
]);

/** Whether the code belongs to no operation: it tells of the request as such, or of the form of a field. */
export const isGeneralCode = (code: string): boolean =>
  GENERAL.has(code) || /^(body|field)_(?!not_of_salary_type)/.test(code);

/** The codes of an operation's own, by status, as its tests have seen them. */
export const codesOf = (operationId: string): Readonly<Record<string, readonly string[]>> =>
  OPERATION_CODES[operationId] ?? {};
