// A database of its own: it needs a connection that listens, and no app.

import { expect, onTestFinished, test, vi } from 'vitest';
import { createListener } from '../../../src/database/listener.ts';
import { createTestDatabase } from '../../support/database.ts';
import { startWire } from '../event-store/wire.ts';

/** A database, and a way to it that is cut whenever the other end begins to listen, so many times. */
const setUp = async () => {
  const { pool, url, drop } = await createTestDatabase();
  const cutter = { cuts: 0 };
  const wire = await startWire(url, (sent) => sent.includes('listen ') && cutter.cuts-- > 0);
  onTestFinished(async () => {
    await wire.close();
    await drop();
  });
  const endSessions = () =>
    pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'tillstream-listen'`,
    );
  return { pool, way: Object.assign(cutter, wire), endSessions };
};

const open = async (url: string) => {
  const listener = await createListener(url);
  onTestFinished(() => listener.close());
  return listener;
};

test('each channel is told what was said on it, and all of them over one connection', async () => {
  const { pool, way } = await setUp();
  const listener = await open(way.url);
  const heard: string[] = [];
  await listener.listen('changes', (payload) => heard.push(`changes ${payload}`));
  await listener.listen('names', (payload) => heard.push(`names ${payload}`));
  await listener.listen('names', (payload) => heard.push(`names too ${payload}`));
  await pool.query(`notify names, 'Ann'`);
  await pool.query(`notify others, 'nothing'`);
  await pool.query(`notify changes, 'ding'`);
  await vi.waitFor(() => expect(heard).toEqual(['names Ann', 'names too Ann', 'changes ding']));
  expect(way.connections()).toBe(1);
});

test('a connection that breaks while it is made is followed by one other, however often', async () => {
  const { pool, way, endSessions } = await setUp();
  const listener = await open(way.url);
  const heard: string[] = [];
  await listener.listen('changes', (payload) => heard.push(payload));
  await listener.listen('names', (payload) => heard.push(`names ${payload}`));
  way.cuts = 4;
  await endSessions();
  await vi.waitFor(() => expect(heard).toEqual(['', 'names ']));
  await pool.query(`notify changes, 'ding'`);
  await pool.query(`notify names, 'Ann'`);
  await vi.waitFor(() => expect(heard).toEqual(['', 'names ', 'ding', 'names Ann']));
  expect(way.connections()).toBe(1 + 4 + 1);
});

test('a connection that breaks while it begins to listen is followed by one that listens', async () => {
  const { pool, way } = await setUp();
  const listener = await open(way.url);
  way.cuts = 1;
  const heard: string[] = [];
  await listener.listen('changes', (payload) => heard.push(payload));
  await vi.waitFor(() => expect(heard).toEqual(['']));
  await pool.query(`notify changes, 'ding'`);
  await vi.waitFor(() => expect(heard).toEqual(['', 'ding']));
  expect(way.connections()).toBe(2);
});

test('a channel that is added while the connection is lost is listened to by the next one', async () => {
  const { pool, way, endSessions } = await setUp();
  const listener = await open(way.url);
  const heard: string[] = [];
  await listener.listen('changes', () => {});
  way.cuts = 3;
  await endSessions();
  await vi.waitFor(() => expect(way.connections()).toBeGreaterThan(1));
  await listener.listen('names', (payload) => heard.push(payload));
  await vi.waitFor(() => expect(heard).toEqual(['']));
  await pool.query(`notify names, 'Ann'`);
  await vi.waitFor(() => expect(heard).toEqual(['', 'Ann']));
});

test('a first connection that cannot be made fails its caller, and is not tried again', async () => {
  const { way } = await setUp();
  const wrong = Object.assign(new URL(way.url), { pathname: '/nowhere' });
  await expect(createListener(wrong.href)).rejects.toThrow('nowhere');
  await open(way.url);
  expect(way.connections()).toBe(2);
});
