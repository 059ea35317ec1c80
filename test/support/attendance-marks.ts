import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { HttpClient } from './http-client.ts';
import { sharedApp } from './shared-app.ts';
import { createStaff, type TestStaff } from './staff.ts';

export type Fields = Record<string, unknown>;

export const MONDAY = '2026-03-02';
export const SUNDAY = '2026-03-01';
export const local = (day: string, time: string) => `${day} ${time}:00`;

export const mark = (employee_id: number, type: string, time: unknown, fields: Fields = {}) => ({
  event_id: randomUUID(),
  employee_id,
  type,
  time,
  ...fields,
});

/** Results of one request: the status of each event, or what it changed. */
export const told = (body: { results: { status: string; result: string | null }[] }) =>
  body.results.map(({ status, result }) => result ?? status);

/** What a client with the permission `attendance` sends and reads. */
export interface Attendance {
  // biome-ignore lint/suspicious/noExplicitAny: the body of an answer, as of any other request
  post(...events: unknown[]): Promise<any>;
  /** What the list of shifts says of an employee. */
  shiftsOf(employee_id: number, from?: string, to?: string): Promise<{ shifts: Fields[]; employees: Fields[] }>;
}

const attendanceOf = (clockIn: HttpClient): Attendance => ({
  post: async (...events) => (await clockIn.post('/v1/attendance/events', { events })).body,
  shiftsOf: async (employee_id, from = '2026-02-01', to = MONDAY) => {
    const { status, body } = await clockIn.get(`/v1/attendance/shifts?date_from=${from}&date_to=${to}`);
    expect(status).toBe(200);
    const own = (list: Fields[]) => list.filter((it) => it.employee_id === employee_id);
    return { shifts: own(body.shifts), employees: own(body.employees) };
  },
});

export interface OpenedAttendance extends Attendance {
  readonly app: TestApp;
  readonly staff: TestStaff;
  readonly clockIn: HttpClient;
  readonly till: HttpClient;
}

/** The app that test files share, with a venue and its staff. */
export const openAttendance = async (clock: () => number): Promise<OpenedAttendance> => {
  const app = await sharedApp({ clock });
  const staff = await createStaff(app);
  const { clockIn } = staff;
  return { app, staff, clockIn, till: staff.venue.till, ...attendanceOf(clockIn) };
};
