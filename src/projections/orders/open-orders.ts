/** SQL: the order's status is not final. Queries say it in these words, so that Postgres takes the index of such orders. */
export const IS_OPEN = `status not in ('CLOSED', 'DELETED')`;

/** SQL: the order is closed or deleted. */
export const IS_OVER = `status in ('CLOSED', 'DELETED')`;
