import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { booked, createFloor, type TestFloor } from '../support/floor.ts';
import { createClient, type HttpClient } from '../support/http-client.ts';
import { type SharedPair, sharedPair } from '../support/shared-pair.ts';

const ROUNDS = 12;

let apps: SharedPair;
let app: TestApp;
let other: TestApp;
let floor: TestFloor;

beforeAll(async () => {
  apps = await sharedPair();
  ({ app, other } = apps);
  floor = await createFloor(app);
});
afterAll(async () => {
  await apps?.stop();
});

const dateIn = (days: number): string => new Date(apps.now() + days * 86_400_000).toISOString().slice(0, 10);

test('what was booked, freed or seated at one process is known to the very next question at the other', {
  timeout: 180_000,
}, async () => {
  const there = (client: HttpClient): HttpClient => createClient(other.url, client.token);
  const here = { booker: floor.booker, till: floor.till };
  const elsewhere = { booker: there(floor.booker), till: there(floor.till) };
  const { four, two } = floor.tables;
  const freeAt = async (booker: HttpClient, date: string): Promise<number[]> => {
    const query = `point_id=${floor.point_id}&date=${date}&time=19:00&guests=2`;
    const { body } = await booker.get(`/v1/reservations/availability?${query}`);
    return body.tables.map(({ id }: { id: number }) => id);
  };
  const date = dateIn(5);
  for (let round = 0; round < ROUNDS; round++) {
    const [writes, reads] = round % 2 === 0 ? [here, elsewhere] : [elsewhere, here];
    const { id } = await booked(floor, { date }, writes.booker);
    expect(await freeAt(reads.booker, date), `booked in round ${round}`).not.toContain(four);
    await writes.booker.post(`/v1/reservations/${id}/cancel`);
    expect(await freeAt(reads.booker, date), `cancelled in round ${round}`).toContain(four);
  }
  await command(here.till, 'SeatWalkIn', { table_id: two, guests: 2 });
  await command(elsewhere.till, 'FreeTable', { table_id: two });
  expect(await freeAt(here.booker, date)).toContain(two);
});
