import type { LookupAddress } from 'node:dns';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createNameResolver, type NameResolverOptions } from '../../../../src/processes/outbound/name-resolver.ts';
import { startNameServer } from '../../../support/name-server.ts';

const NO_FILES = { hostsFile: '/nonexistent', resolvFile: '/nonexistent' };

const open = (options: NameResolverOptions) => {
  const lookup = createNameResolver({ ...NO_FILES, ...options });
  return (name: string, family?: 4 | 6): Promise<string[]> =>
    new Promise((resolve, reject) => {
      lookup(name, { all: true, ...(family && { family }) }, (error, found) =>
        error ? reject(error) : resolve((found as LookupAddress[]).map(({ address }) => address)),
      );
    });
};
const failure = (lookup: Promise<unknown>): Promise<string | undefined> =>
  lookup.then(
    () => undefined,
    (error: { code: string }) => error.code,
  );
/** Lookups that run in libuv's thread pool. */
const inThreadPool = (): number =>
  process.getActiveResourcesInfo().filter((each) => each === 'GetAddrInfoReqWrap').length;

/** A file until the test has finished. */
const fileWith = async (text: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'tillstream-names-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'file'), text);
  return join(folder, 'file');
};

describe('a name', () => {
  test('a name leads to its addresses of both families, or of the one that is wanted', async () => {
    const server = await startNameServer({ 'partner.test': ['192.0.2.1', '2001:db8::1'], 'four.test': ['192.0.2.2'] });
    const lookup = open({ servers: [server.address] });
    expect(await lookup('Partner.test')).toEqual(['192.0.2.1', '2001:db8::1']);
    expect(await lookup('partner.test', 6)).toEqual(['2001:db8::1']);
    expect(await lookup('four.test')).toEqual(['192.0.2.2']);
    expect(await failure(lookup('four.test', 6))).toBe('ENOTFOUND');
    expect(await failure(lookup('nowhere.test'))).toBe('ENOTFOUND');
  });

  test('a name is asked for once by all who want it at the same time, and again only when its answer is old', async () => {
    const server = await startNameServer({ 'partner.test': ['192.0.2.1'] }, 0);
    const lookup = open({ servers: [server.address] });
    await Promise.all(Array.from({ length: 40 }, () => lookup('partner.test')));
    // Its TTL of 0 does not count.
    await lookup('partner.test');
    expect(server.queries.sort()).toEqual(['A partner.test', 'AAAA partner.test']);
  });

  test('a name whose name server is silent is given up in time, and holds no thread meanwhile', async () => {
    const server = await startNameServer();
    const lookup = open({ servers: [server.address], timeoutMs: 300 });
    const before = inThreadPool();
    const lookups = Array.from({ length: 40 }, () => failure(lookup('silent.test')));
    expect(inThreadPool()).toBe(before);
    expect(new Set(await Promise.all(lookups))).toEqual(new Set(['dns_timeout']));
    expect(server.queries).toHaveLength(2);
    // The next lookup begins anew.
    server.records = { 'silent.test': ['192.0.2.1'] };
    expect(await lookup('silent.test')).toEqual(['192.0.2.1']);
  });
});

describe('an answer that is made to harm', () => {
  test('an answer of many addresses gives sixteen', async () => {
    const many = Array.from({ length: 25 }, (_, index) => `192.0.2.${index}`);
    const server = await startNameServer({ 'many.test': many });
    expect(await open({ servers: [server.address] })('many.test')).toHaveLength(16);
  });

  test.each([
    ['itself', { 'loop.test': ['cname:loop.test'] }],
    ['a name that stands for it', { 'loop.test': ['cname:other.test'], 'other.test': ['cname:loop.test'] }],
  ])('an answer that stands for %s leads nowhere, and is not followed', async (_, records) => {
    const server = await startNameServer(records);
    expect(await failure(open({ servers: [server.address] })('loop.test'))).toBe('ENOTFOUND');
    expect(new Set(server.queries)).toEqual(new Set(['A loop.test', 'AAAA loop.test']));
  });

  test.each([0, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1])(
    'an answer is kept for five seconds to a minute, with a TTL of %d',
    async (ttl) => {
      let ahead = 0;
      const now = performance.now.bind(performance);
      vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
      onTestFinished(() => void vi.restoreAllMocks());
      const server = await startNameServer({ 'odd.test': ['192.0.2.1'] }, ttl);
      const lookup = open({ servers: [server.address] });
      await lookup('odd.test');
      ahead = 4_000;
      await lookup('odd.test');
      expect(server.queries).toHaveLength(2);
      ahead = 61_000;
      // The cache looks at the clock once a millisecond.
      await vi.waitFor(async () => {
        await lookup('odd.test');
        expect(server.queries).toHaveLength(4);
      });
    },
  );
});

describe('without a name server', () => {
  test('literal addresses, localhost and the names of the hosts file are known', async () => {
    const server = await startNameServer({ 'partner.test': ['192.0.2.1'] });
    const hostsFile = await fileWith(
      '10.0.0.1 hook Hook.Internal # ours\n# 10.0.0.2 hook\n\nfd00::1\thook\nno-address other\n10.0.0.9 partner.test',
    );
    const lookup = open({ servers: [server.address], hostsFile });
    expect(await lookup('127.0.0.1')).toEqual(['127.0.0.1']);
    expect(await lookup('::1')).toEqual(['::1']);
    expect(await lookup('localhost')).toEqual(['127.0.0.1', '::1']);
    expect(await lookup('hook.localhost', 4)).toEqual(['127.0.0.1']);
    expect(await lookup('HOOK')).toEqual(['10.0.0.1', 'fd00::1']);
    expect(await lookup('hook.internal.')).toEqual(['10.0.0.1']);
    // The file comes first.
    expect(await lookup('partner.test')).toEqual(['10.0.0.9']);
    expect(server.queries).toEqual([]);
    expect(await failure(lookup('other'))).toBe('ENOTFOUND');
  });
});

describe('search domains', () => {
  const withSearch = async (resolv: string, names: readonly string[]) => {
    const server = await startNameServer(Object.fromEntries(names.map((name) => [name, ['192.0.2.1']])));
    const resolvFile = await fileWith(resolv);
    const lookup = open({ servers: [server.address], resolvFile });
    return async (name: string): Promise<string[]> => {
      server.queries.length = 0;
      await failure(lookup(name));
      return server.queries.filter((query) => query.startsWith('A ')).map((query) => query.slice(2));
    };
  };

  test('search domains complete a name with few dots, as in Kubernetes', async () => {
    const asked = await withSearch(
      'search ns.svc.cluster.local svc.cluster.local cluster.local.\nnameserver 10.0.0.10\noptions ndots:5 edns0',
      ['receiver.other.svc.cluster.local', 'partner.test'],
    );
    expect(await asked('receiver.other')).toEqual([
      'receiver.other.ns.svc.cluster.local',
      'receiver.other.svc.cluster.local',
    ]);
    expect((await asked('partner.test')).at(-1)).toBe('partner.test');
    // A dot at its end makes a name complete.
    expect(await asked('nowhere.test.')).toEqual(['nowhere.test']);
  });

  test('search domains come last for a name with enough dots', async () => {
    const asked = await withSearch('search lan', ['partner.test']);
    expect(await asked('partner.test')).toEqual(['partner.test']);
    expect(await asked('nowhere.test')).toEqual(['nowhere.test', 'nowhere.test.lan']);
    expect(await asked('till')).toEqual(['till.lan', 'till']);
  });
});
