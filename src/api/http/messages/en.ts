/**
 * Every message the API answers, by its code. This file is the list of codes; the other languages have the same keys and
 * the same placeholders. A `field` that the text has no place for is added in brackets.
 */
export const en = {
  // The request itself
  no_token: 'An access token is required: send the header Authorization: Bearer <token>',
  invalid_token: 'The access token is invalid or has expired',
  invalid_api_key: 'The API key is unknown, revoked or has expired',
  audience_forbidden: 'This key has no access to this section',
  points_forbidden: 'This key is bound to some points and has no access to what concerns the whole brand',
  no_access_to_reports: 'No access to reports',
  no_access_to_attendance: 'No access to attendance',
  no_access_to_table_booking: 'No access to table booking',
  rate_limited: 'Too many requests, repeat in {retry_after} s',
  body_too_large: 'The request body must not be larger than {max} bytes',
  body_not_json: 'The request body must be JSON (Content-Type: application/json)',
  body_unreadable: 'The request body could not be read: unknown charset or compression, or damaged data',
  malformed_json: 'The request body is not well-formed JSON',
  path_malformed: 'The address is not well-formed',
  route_not_found: 'There is nothing at this address',
  method_not_allowed: 'This address does not support the method {method}',
  value_not_storable: 'The request holds a value that cannot be stored',
  unavailable: 'The service is temporarily unavailable, repeat the request',
  internal: 'Server error, try again later',
  command_not_found: 'There is no command {type}',

  // Fields
  field_required: 'Field {field} is required',
  field_empty: 'Field {field} must not be empty',
  field_invalid: 'Field {field} has an invalid value',
  field_repeated: 'Parameter {field} must be given once',
  field_duplicate: 'Field {field} repeats a value that was already given',
  field_not_integer: 'Field {field} must be an integer',
  field_not_number: 'Field {field} must be a number',
  field_not_string: 'Field {field} must be a string',
  field_not_boolean: 'Field {field} must be true or false',
  field_not_array: 'Field {field} must be an array',
  field_not_object: 'Field {field} must be an object',
  field_not_uuid: 'Field {field} must be a valid UUID',
  field_not_date: 'Field {field} must be a date in the form YYYY-MM-DD',
  field_not_timestamp: 'Field {field} must be a date and time in ISO 8601 with a time zone',
  field_not_text: 'Field {field} contains characters that are not allowed',
  field_not_url: 'Field {field} must be a valid URL',
  field_not_allowed: 'Field {field} must be one of: {allowed}',
  field_too_long: 'Field {field} must not be longer than {max}',
  field_too_big: 'Field {field} must not be greater than {max}',
  field_too_small: 'Field {field} must not be less than {min}',
  field_not_above: 'Field {field} must be greater than {min}',
  quantity_too_precise: 'Field {field} must have at most 3 decimal places',
  quantity_not_divisible: '“{name}” is sold in whole units only',
  phone_invalid: 'Field {field} must be a valid phone number',
  occurred_at_in_future: 'Field {field} must not be more than 5 minutes in the future',
  occurred_at_too_old: 'Field {field} must not be more than 62 days in the past',
  country_unknown: 'Field {field} must be a two-letter country code (ISO 3166)',
  currency_unknown: 'Field {field} must be a three-letter currency code (ISO 4217)',
  timezone_unknown: 'Field {field} must be an IANA time zone, such as Asia/Tashkent',

  // Brand, keys, points and references
  brand_not_found: 'Brand not found',
  key_not_found: 'Key not found',
  key_revoked: 'The key has been revoked',
  point_not_found: 'Point not found',
  point_cannot_change: 'Field {field} cannot be changed',
  hall_not_found: 'Hall not found',
  table_not_found: 'Table not found',
  account_not_found: 'Account not found',
  region_not_found: 'Region not found',
  district_not_found: 'District not found',
  payment_type_not_found: 'Payment type not found',
  payment_purpose_not_found: 'Payment purpose not found',
  employee_not_found: 'Employee not found',
  order_type_sub_not_found: 'No order sub-type found for the chosen order type',
  payment_type_not_available: 'The payment type is not available at this point',
  cancel_cause_not_found: 'Cancel cause not found',
  cancel_comment_required: 'A comment is required for this cancel cause',

  // Menu and stop-list
  menu_not_selected: 'No external menu is selected for the key',
  menu_not_found: 'Menu not found',
  category_not_found: 'Category {category_id} not found',
  menu_folder_not_found: 'Menu folder {menu_folder_id} not found',
  category_cycle: 'A category cannot be below itself: {field}',
  menu_folder_cycle: 'A menu folder cannot be below itself: {field}',
  product_not_found: 'Product {product_id} not found in the menu',
  modifier_not_found: 'Modifier {product_id} not found in the menu',
  modifier_group_not_found: 'Field {field} does not name a modifier group of this product',
  product_own_modifier: 'A product cannot be a modifier of itself: {field}',
  product_size_cycle: 'A product cannot be a size of itself: {field}',
  price_window_empty: 'A price window must end at another time than it begins: {field}',
  modifier_group_too_few: 'Choose at least {min} in the group “{group}” of “{product}”',
  modifier_group_too_many: 'Choose at most {max} in the group “{group}” of “{product}”',
  modifier_amount_out_of_bounds:
    'The amount of modifier {product_id} in the group “{group}” must be from {min} to {max}',
  product_in_stop_list: '“{name}” is in the stop-list',
  stop_list_insufficient: 'Not enough “{name}”: {available} left',

  // Orders
  order_not_found: 'Order not found',
  order_already_cancelled: 'The order is already cancelled',
  order_already_accepted: 'The order is already accepted at the point; cancel it through the till',
  order_status_conflict: 'The order cannot go from “{from}” to “{to}”',
  preorders_not_available: 'Orders for a later time are not accepted yet',
  line_not_found: 'Order line {line_id} not found',
  cheque_already_closed: 'The cheque is already closed',
  payments_differ_from_total: 'The payments add up to {paid}, but {total} is due',

  // Till
  shift_not_open: 'The till shift is not open',
  shift_already_open: 'The till shift is already open',
  shift_not_found: 'Till shift not found',
} as const;

export type MessageKey = keyof typeof en;

/** One language of the catalogue: a missing text is a type error. */
export type Messages = Readonly<Record<MessageKey, string>>;
