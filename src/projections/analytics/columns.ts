import { column, type ViewColumn } from './view.ts';

/** Columns of several views. In each of them the table is called `t`. */
export const BRAND = column('uuid', 't.brand_id', 'The brand: brands.brand_id.');
export const POINT = column('uuid', 't.point_id', 'The point: points.point_id.');

/**
 * An instant as a local time of the point, to the second. The view has the instant itself too, in a column of the same name with
 * `_utc`: a tool that takes local times for UTC puts an evening into the next day.
 */
export const local = (sql: string, about: string, zone = 't.timezone', clock = "the point's clock"): ViewColumn => ({
  ...column('timestamp', `date_trunc('second', ${sql} at time zone ${zone})`, `${about}, on ${clock}.`),
  instant: column('timestamptz', `date_trunc('second', ${sql})`, `${about}: the instant.`),
});
