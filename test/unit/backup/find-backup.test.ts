import { describe, expect, test } from 'vitest';
import { walFilesBetween } from '../../../src/backup/copy-cluster.ts';
import { forTools } from '../../../src/backup/dump.ts';
import { chooseBackup, type FoundBackup, listBackups, parseUntil } from '../../../src/backup/find-backup.ts';
import { backupName, endedAt, type Manifest } from '../../../src/backup/manifest.ts';
import { openKeys, sealKeys } from '../../../src/backup/sealed-keys.ts';
import { withOtherHosts } from '../../../src/database/other-hosts.ts';

const made = (ended_at: string, position: number, end_position = position): FoundBackup => ({
  folder: ended_at,
  manifest: { ended_at, position, end_position } as Manifest,
  wal: undefined,
});

describe('--until', () => {
  test('a moment has a zone, a position is a number, and nothing else is taken', () => {
    expect(parseUntil(undefined)).toEqual({ kind: 'end' });
    expect(parseUntil('17')).toEqual({ kind: 'position', position: 17 });
    expect(parseUntil('2026-05-01T12:00:00+05:00')).toEqual({ kind: 'instant', at: new Date('2026-05-01T07:00:00Z') });
    for (const text of ['2026-05-01T12:00:00', '2026-05-01', '-1', '', 'now', '2026-13-01T12:00:00Z', '1.5']) {
      expect(() => parseUntil(text), text).toThrow('--until must be a moment');
    }
  });

  test('the newest backup is taken that ends before the moment, or the position', () => {
    const all = [made('2026-05-01T00:00:00Z', 10), made('2026-05-02T00:00:00Z', 20), made('2026-05-03T00:00:00Z', 30)];
    const chosen = (text?: string) => chooseBackup(all, parseUntil(text), '/mnt').manifest.position;
    expect(chosen()).toBe(30);
    expect(chosen('20')).toBe(20);
    expect(chosen('29')).toBe(20);
    expect(chosen('2026-05-02T00:00:00Z')).toBe(20);
    expect(chosen('2026-05-01T23:59:59Z')).toBe(10);
    expect(() => chosen('9')).toThrow('--until is before the first backup in /mnt, which ends at 2026-05-01T00:00:00Z');
    expect(() => chooseBackup([], parseUntil(undefined), '/mnt')).toThrow('there is no backup in /mnt');
  });

  test('a backup during whose end events were recorded does not do for a position among them', () => {
    const all = [made('2026-05-01T00:00:00Z', 10), made('2026-05-02T00:00:00Z', 20, 23)];
    const chosen = (text: string) => chooseBackup(all, parseUntil(text), '/mnt').manifest.position;
    expect([chosen('20'), chosen('22'), chosen('23'), chosen('24')]).toEqual([10, 10, 10, 20]);
  });

  test('names of backups are in the order of time', () => {
    const names = ['2026-05-01T09:59:59.999Z', '2026-05-01T10:00:00.000Z', '2026-11-01T00:00:00.000Z'].map((at) =>
      backupName(new Date(at)),
    );
    expect(names.toSorted()).toEqual(names);
    expect(endedAt(names[0]!)).toBe(Date.parse('2026-05-01T09:59:59.999Z'));
    expect(endedAt(`unfinished-${names[0]}`)).toBeUndefined();
  });
});

test('a folder that may not be read is not taken for one without a backup', async () => {
  expect(await listBackups('/nowhere/at all')).toEqual([]);
  const readdir = () => Promise.reject(Object.assign(new Error('closed'), { code: 'EACCES' }));
  await expect(listBackups('/mnt', readdir)).rejects.toThrow(
    '/mnt can not be read (EACCES): run this as the user who made the backups',
  );
});

test('the files of the write-ahead log between two count on over the end of their second part', () => {
  const between = walFilesBetween('0000000200000001000000FE', '000000020000000200000001', 16 * 1024 ** 2);
  expect(between).toEqual([
    '0000000200000001000000FE',
    '0000000200000001000000FF',
    '000000020000000200000000',
    '000000020000000200000001',
  ]);
});

describe('keys', () => {
  const keys = { settings: { AUDIT_SIGNING_KEY: 'seed' }, files: { 'jwt-secret': 'secret' } };
  const cost = { memory_kib: 64, passes: 1 };
  const manifest = Buffer.from('{"format":1}');
  const sealed = sealKeys(keys, 'a passphrase of the tests', manifest, cost);

  test('keys open with their passphrase, and are in the text in no readable form', () => {
    expect(openKeys(sealed, 'a passphrase of the tests', manifest)).toEqual(keys);
    expect(sealed).not.toMatch(/AUDIT_SIGNING_KEY|seed|secret/);
  });

  test('keys do not open with another passphrase, nor beside another manifest', () => {
    expect(() => openKeys(sealed, 'a passphrase of the test', manifest)).toThrow('the keys do not open');
    expect(() => openKeys(sealed, 'a passphrase of the tests', Buffer.from('{}'))).toThrow('the keys do not open');
  });
});

test('the tools of Postgres get an address that they understand, and the password by another way', () => {
  expect(forTools('postgres://app:p%40ss@db:5432/till?sslmode=no-verify&uselibpqcompat=true')).toEqual({
    address: 'postgres://app@db:5432/till?sslmode=require',
    password: 'p@ss',
  });
  expect(forTools(withOtherHosts('postgres://app:pass@a:5432,b:5433/till?target_session_attrs=primary'))).toEqual({
    address: 'postgres://app@a:5432,b:5433/till?target_session_attrs=read-write',
    password: 'pass',
  });
  // A host that is called as the user and the protocol are.
  expect(forTools(withOtherHosts('postgres://postgres:p%40s@postgres,standby/till')).address).toBe(
    'postgres://postgres@postgres,standby/till?target_session_attrs=read-write',
  );
});
