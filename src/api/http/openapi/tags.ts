/** The headings of the document, in their order, each with a sentence. */
export const TAGS: Readonly<Record<string, string>> = {
  Authentication: 'An API key becomes a token here; all other operations take the token.',
  Session:
    'How people sign in and out. The cookie of a session does what the role of the person allows, wherever a token does.',
  'Reference data': 'Points, order types, payment types and causes of cancellation: what orders name by id.',
  Menu: 'What a key can order at a point, for how much, and what has run out.',
  Delivery: 'Whether a point delivers to an address, for how much, and how soon.',
  Orders: 'Orders of guests: their price, placing, state and cancellation.',
  Clients: "Guests: a phone is verified by a code; a guest's addresses are kept.",
  'Table reservations': 'Halls, tables, free times, and reservations with their deposits.',
  Attendance: 'When employees come and go, and the shifts that follow from it.',
  Reports: 'Sales, products, money, staff and counterparties, each also as of an earlier moment.',
  Exports:
    'Closed cheques, their lines and returns, for accounting and analysis: records by ascending id. While `has_more` is true, ask ' +
    'again with `after_id` equal to `next_after_id`, which is the last id there was. A cheque may be closed, reopened or returned ' +
    'later than its neighbours: reload the last 3 days every day and replace by id. With `as_of` the records are those that were ' +
    'known then. With `Accept: application/x-ndjson` a record a line, with `Accept: text/csv` a table; then the headers ' +
    '`X-Has-More` and `X-Next-After-Id` tell how to go on.',
  Webhooks:
    'Calls that Tillstream makes when something has happened: a POST to the address that the venue configured for the key, with the ' +
    'headers `X-Service-Event` (as `event`), `X-Service-Event-Id` (as `event_id`), `X-Service-Signature` (`sha256=` and the hex ' +
    'HMAC-SHA256 of the raw body with the secret) and those of Standard Webhooks. Any 2xx within five seconds is a delivery; ' +
    'anything else is tried again, up to five times. Events may come more than once and in any order. All of it: docs/webhooks.md.',
  Commands:
    'Commands in one request, as a till sends them that was offline. Each is carried out once, by its command_id.',
  'Orders of the venue': 'Cheques and orders as the till sees them: their commands, their state and their live feed.',
  Floor: 'Reservations, walk-ins and tables of a point, as its desk sees them.',
  'Till shifts': 'A till opens a shift and closes it; the back office accepts its takings.',
  Money: 'Movements of cash and accounts that are no payment of a cheque.',
  'Stop-list': 'What has run out at a point, or is left in small numbers.',
  Catalogue: 'Categories, products, menus, prices, costs, and what is on sale.',
  'Points, halls and tables': 'The points of a brand, and where guests sit there.',
  'Delivery zones': 'Where a point delivers to, for how much, and how soon.',
  'Lists of the brand': 'The brand itself, and its lists: payment types, regions, causes of cancellation.',
  'What was defined':
    'Each list of the brand as it stands, page by page and one by one, in the words of the commands that define it.',
  Staff: 'Employees: hired, changed, blocked, dismissed.',
  'Working time': 'When employees come and go, and the corrections of that.',
  Payroll: 'Salaries, bonuses, fines and what motivates.',
  Organizations: 'Companies that buy on account, and what they owe.',
  Suppliers: 'Suppliers, their supplies, and what they are owed.',
  Guests: "Guests' loyalty points, as the venue changes them.",
  Loyalty: 'The loyalty program of another system, asked while a cheque is open.',
  'Erasure of personal data': 'Names and phones of a person leave the log for good.',
  People: 'Who may sign in, with which role, at which points.',
  Keys: 'API keys of partners, tills and auditors: issued, changed, revoked.',
  Integrations: 'Webhooks to partners: their addresses, secrets and deliveries.',
  Demo: 'What only the demo has.',
  Audit:
    'The history of anything, as of any moment, with proofs that it was not changed. A moment is an ISO 8601 instant (what had ' +
    'happened by then) or a position of the log (what was recorded by then). An event that was recorded after one of a later time, ' +
    'as tills send them that were offline, counts from that time on: `position` and `revision` are those of the last event that ' +
    '`state` holds. `blame` names every plain value of `state`, and every empty list; an element that moves within its list keeps ' +
    'its events. Made one after another, the changes of a `diff` turn the state of `from` into the state of `to`; before its first ' +
    'event that is an empty object. Elements of a list are compared by their place.',
  Operations: 'Health and metrics, for those who run the app.',
};
