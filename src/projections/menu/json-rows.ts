/** Rows of a query as one JSON array: several of them make one statement, and so one moment. */
export const jsonRows = (query: string): string => `(select coalesce(json_agg(t), '[]') from (${query}) t)`;
