import { expect, test } from 'vitest';
import { createHostLimiter, type HostLimiter, type Pass } from '../../../../src/processes/outbound/host-limiter.ts';

const ANSWERED = { status_code: 500, failure: 'not_2xx' };
const HUNG = { status_code: null, failure: 'timeout' };
const REFUSED = { status_code: null, failure: 'ECONNREFUSED' };

/** Everything that may go out now. */
const enterAll = (limiter: HostLimiter, owner = 'brand', host = 'host'): Pass[] => {
  const passes: Pass[] = [];
  for (let pass = limiter.enter(owner, host); pass; pass = limiter.enter(owner, host)) passes.push(pass);
  return passes;
};
const endAll = (passes: readonly Pass[], result: Parameters<Pass['end']>[0]): void => {
  for (const pass of passes) pass.end(result);
};
const isOpen = (limiter: HostLimiter, owner = 'brand'): boolean => limiter.isOnProbation(owner, 'host');

test('a new host gets a few calls at once, one that answers gets many, and never more than 96', () => {
  const limiter = createHostLimiter();
  const counts = Array.from({ length: 6 }, () => {
    const passes = enterAll(limiter);
    endAll(passes, ANSWERED);
    return passes.length;
  });
  expect(counts).toEqual([16, 32, 64, 96, 96, 96]);
});

test('a host that hangs gets one call at a time, until it answers', () => {
  const limiter = createHostLimiter();
  endAll(enterAll(limiter), HUNG);
  expect(isOpen(limiter)).toBe(true);
  for (let probe = 0; probe < 3; probe++) {
    const passes = enterAll(limiter);
    expect(passes).toHaveLength(1);
    endAll(passes, HUNG);
  }
  // Quick failures prove nothing, and cost nothing.
  endAll(enterAll(limiter), REFUSED);
  endAll(enterAll(limiter), null);
  expect(isOpen(limiter)).toBe(true);
  endAll(enterAll(limiter), ANSWERED);
  expect(isOpen(limiter)).toBe(false);
  expect(enterAll(limiter)).toHaveLength(2);
});

test('a host that has answered many and falls silent holds them once', () => {
  const limiter = createHostLimiter();
  for (let round = 0; round < 4; round++) endAll(enterAll(limiter), ANSWERED);
  endAll(enterAll(limiter), HUNG);
  expect(enterAll(limiter)).toHaveLength(1);
});

test('calls that hang beside others that are answered change nothing', () => {
  const limiter = createHostLimiter();
  const [first, ...others] = enterAll(limiter);
  first!.end(ANSWERED);
  endAll(others, HUNG);
  expect(enterAll(limiter)).toHaveLength(17);
});

test('what one brand sees of a host holds back no other brand', () => {
  const limiter = createHostLimiter();
  endAll(enterAll(limiter, 'one'), HUNG);
  expect(isOpen(limiter, 'two')).toBe(false);
  expect(enterAll(limiter, 'two')).toHaveLength(16);
});

test('a brand holds few calls to new hosts and to hosts that hang, however many it names', () => {
  const limiter = createHostLimiter();
  const hosts = Array.from({ length: 100 }, (_, index) => `host ${index}`);
  const enterHosts = (owner: string): Pass[] => hosts.flatMap((host) => enterAll(limiter, owner, host));
  const fresh = enterHosts('one');
  expect(fresh).toHaveLength(32);
  // The other brand's are its own.
  expect(enterAll(limiter, 'two')).toHaveLength(16);
  endAll(fresh, null);
  for (const host of hosts) endAll(enterAll(limiter, 'one', host), HUNG);
  expect(enterHosts('one')).toHaveLength(32);
  // Hosts that hang take no place from a new one.
  expect(enterAll(limiter, 'one', 'new')).toHaveLength(16);
});
