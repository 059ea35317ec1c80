import { type Connection, type ConnectionOptions, connect } from './connection.ts';
import { createMenus, createPoints } from './menus.ts';
import { createOrders } from './orders.ts';
import { createAttendance, createClients } from './people.ts';
import { createExports, createReports } from './reports.ts';
import { createReservations } from './reservations.ts';

/** What {@link createTillstream} makes. */
export interface Tillstream {
  readonly points: ReturnType<typeof createPoints>;
  readonly menus: ReturnType<typeof createMenus>;
  readonly orders: ReturnType<typeof createOrders>;
  readonly clients: ReturnType<typeof createClients>;
  readonly reservations: ReturnType<typeof createReservations>;
  readonly exports: ReturnType<typeof createExports>;
  readonly reports: ReturnType<typeof createReports>;
  readonly attendance: ReturnType<typeof createAttendance>;
  /** Any path of the API, typed, with the token: for what has no method here. Sent once; errors are thrown. */
  readonly api: Connection['api'];
}

/**
 * The API for a partner: a shop, an app, a kiosk. Make one, and use it for everything: it exchanges the key for a token by
 * itself, once for all callers, and renews it.
 *
 * @example
 * ```ts
 * const till = createTillstream({ baseUrl: 'https://till.example.com', apiKey: process.env.TILLSTREAM_KEY });
 * const points = await till.points.list();
 * ```
 */
export const createTillstream = (options: ConnectionOptions): Tillstream => {
  const connection = connect(options);
  return {
    points: createPoints(connection),
    menus: createMenus(connection),
    orders: createOrders(connection),
    clients: createClients(connection),
    reservations: createReservations(connection),
    exports: createExports(connection),
    reports: createReports(connection),
    attendance: createAttendance(connection),
    api: connection.api,
  };
};
