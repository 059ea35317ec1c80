import { command, type TestApp } from './app.ts';
import type { HttpClient } from './http-client.ts';
import { createVenue, definePoint, type TestVenue } from './venue.ts';

/** A venue with a second point, and a key that may record attendance. */
export interface TestStaff {
  readonly venue: TestVenue;
  /** May use attendance and reports. */
  readonly clockIn: HttpClient;
  readonly keyId: string;
  readonly second_point_id: string;
  /** Hires somebody, at the first point unless told, and answers the id. */
  hire(fields?: Record<string, unknown>): Promise<number>;
}

export const createStaff = async (app: TestApp): Promise<TestStaff> => {
  const venue = await createVenue(app);
  const terms = { audience: 'partner', name: 'clock', permissions: ['attendance', 'reports'] };
  const key = await command(venue.till, 'IssueKey', terms);
  const second = await definePoint(venue.till, { name: 'Sergeli', short_name: 'S' });
  const hire = async (fields: Record<string, unknown> = {}): Promise<number> => {
    const employee = {
      login: 'dilnoza',
      name: 'Dilnoza',
      role: 'waiter',
      role_name: 'Waiter',
      position_id: 2,
      position_name: 'Waiter',
      point_id: venue.point_id,
    };
    return (await command(venue.till, 'HireEmployee', { ...employee, ...fields })).employee_id;
  };
  return {
    venue,
    second_point_id: second.id,
    keyId: key.key_id,
    hire,
    clockIn: await app.client(key.api_key),
  };
};
