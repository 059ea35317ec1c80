import { type CallOptions, type Connection, dataOf } from './connection.ts';
import type { Answer, Body, Query } from './types.ts';

/** Guests, known by their phone. */
export const createClients = ({ api, safe, once }: Connection) => ({
  /**
   * Sends a code to a phone. Sent once: a repeat would be a second text.
   *
   * @example
   * ```ts
   * await till.clients.sendCode({ phone: '+998901234567' });
   * ```
   */
  sendCode: (whom: Body<'sendCode'>, options?: CallOptions): Promise<Answer<'sendCode'>> =>
    dataOf(api.POST('/v1/clients/auth/send-code', { body: whom, ...once(options) })),

  /**
   * The guest behind a phone, if the code is right; a new one is registered. Sent once: a code counts once.
   *
   * @example
   * ```ts
   * const { client_id, addresses } = await till.clients.verifyCode({ phone: '+998901234567', otp: '123456' });
   * ```
   */
  verifyCode: (proof: Body<'verifyCode'>, options?: CallOptions): Promise<Answer<'verifyCode'>> =>
    dataOf(api.POST('/v1/clients/auth/verify-code', { body: proof, ...once(options) })),

  /**
   * A guest with the saved addresses.
   *
   * @example
   * ```ts
   * const { name, loyalty_balance } = await till.clients.get(client_id);
   * ```
   */
  get: (client_id: number, options?: CallOptions): Promise<Answer<'getClient'>> =>
    dataOf(api.GET('/v1/clients/{client_id}', { params: { path: { client_id } }, ...safe(options) })),

  /**
   * Saves an address. The same coordinates are the same address: it is changed, so a repeat is safe.
   *
   * @example
   * ```ts
   * const { id } = await till.clients.addAddress(client_id, { latitude: 41.31, longitude: 69.28, apartment: '12' });
   * ```
   */
  addAddress: (
    client_id: number,
    address: Body<'addClientAddress'>,
    options?: CallOptions,
  ): Promise<Answer<'addClientAddress'>> =>
    dataOf(
      api.POST('/v1/clients/{client_id}/addresses', {
        params: { path: { client_id } },
        body: address,
        ...safe(options),
      }),
    ),

  /**
   * Removes an address from the guest's list.
   *
   * @example
   * ```ts
   * await till.clients.removeAddress(client_id, id);
   * ```
   */
  removeAddress: async (client_id: number, id: number, options?: CallOptions): Promise<void> => {
    await api.DELETE('/v1/clients/{client_id}/addresses/{id}', {
      params: { path: { client_id, id } },
      ...once(options),
    });
  },
});

/** Marks of employees. Needs the permission `attendance`. */
export const createAttendance = ({ api, safe }: Connection) => ({
  /**
   * Active employees, and who is on shift.
   *
   * @example
   * ```ts
   * const { employees } = await till.attendance.employees({ search: 'Aziz' });
   * ```
   */
  employees: (query: Query<'listEmployees'> = {}, options?: CallOptions): Promise<Answer<'listEmployees'>> =>
    dataOf(api.GET('/v1/attendance/employees', { params: { query }, ...safe(options) })),

  /**
   * Sends 1 to 500 marks. One `event_id` counts once, so this repeats safely.
   *
   * @example
   * ```ts
   * const { results } = await till.attendance.send([
   *   { event_id: 'door-1-553', employee_id: 3, type: 'check_in', time: new Date().toISOString() },
   * ]);
   * ```
   */
  send: (
    events: Body<'sendAttendanceEvents'>['events'],
    options?: CallOptions,
  ): Promise<Answer<'sendAttendanceEvents'>> =>
    dataOf(api.POST('/v1/attendance/events', { body: { events }, ...safe(options) })),

  /**
   * Shifts of a period, at most 62 days.
   *
   * @example
   * ```ts
   * const { shifts } = await till.attendance.shifts({ date_from: '2026-03-01', date_to: '2026-03-31' });
   * ```
   */
  shifts: (query: Query<'listAttendanceShifts'>, options?: CallOptions): Promise<Answer<'listAttendanceShifts'>> =>
    dataOf(api.GET('/v1/attendance/shifts', { params: { query }, ...safe(options) })),
});
