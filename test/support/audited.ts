/** What is made up for partners' programs, and no part of what audits show of an order. */
const FOR_PROGRAMS = new Set(['status_times', 'address', 'is_paid', 'promised_at']);

/** A partner's order as an audit shows it. */
export const auditedOrder = (order: object): object =>
  Object.fromEntries(Object.entries(order).filter(([field]) => !FOR_PROGRAMS.has(field)));
