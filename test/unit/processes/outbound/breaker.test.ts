import { expect, test } from 'vitest';
import { type Breaker, createBreaker, type Pass } from '../../../../src/processes/outbound/breaker.ts';

const ANSWERED = { status_code: 500, failure: 'not_2xx' };
const HUNG = { status_code: null, failure: 'timeout' };
const REFUSED = { status_code: null, failure: 'ECONNREFUSED' };

/** Everything that may go out now. */
const enterAll = (breaker: Breaker, owner = 'brand', host = 'host'): Pass[] => {
  const passes: Pass[] = [];
  for (let pass = breaker.enter(owner, host); pass; pass = breaker.enter(owner, host)) passes.push(pass);
  return passes;
};
const endAll = (passes: readonly Pass[], result: Parameters<Pass['end']>[0]): void => {
  for (const pass of passes) pass.end(result);
};
const isOpen = (breaker: Breaker, owner = 'brand'): boolean => breaker.isOpen(owner, 'host');

test('a new host gets a few calls at once, one that answers gets many, and never more than 96', () => {
  const breaker = createBreaker();
  const counts = Array.from({ length: 6 }, () => {
    const passes = enterAll(breaker);
    endAll(passes, ANSWERED);
    return passes.length;
  });
  expect(counts).toEqual([16, 32, 64, 96, 96, 96]);
});

test('a host that hangs gets one call at a time, until it answers', () => {
  const breaker = createBreaker();
  endAll(enterAll(breaker), HUNG);
  expect(isOpen(breaker)).toBe(true);
  for (let probe = 0; probe < 3; probe++) {
    const passes = enterAll(breaker);
    expect(passes).toHaveLength(1);
    endAll(passes, HUNG);
  }
  // Quick failures prove nothing, and cost nothing.
  endAll(enterAll(breaker), REFUSED);
  endAll(enterAll(breaker), null);
  expect(isOpen(breaker)).toBe(true);
  endAll(enterAll(breaker), ANSWERED);
  expect(isOpen(breaker)).toBe(false);
  expect(enterAll(breaker)).toHaveLength(2);
});

test('a host that has answered many and falls silent holds them once', () => {
  const breaker = createBreaker();
  for (let round = 0; round < 4; round++) endAll(enterAll(breaker), ANSWERED);
  endAll(enterAll(breaker), HUNG);
  expect(enterAll(breaker)).toHaveLength(1);
});

test('calls that hang beside others that are answered change nothing', () => {
  const breaker = createBreaker();
  const [first, ...others] = enterAll(breaker);
  first!.end(ANSWERED);
  endAll(others, HUNG);
  expect(enterAll(breaker)).toHaveLength(17);
});

test('what one brand sees of a host holds back no other brand', () => {
  const breaker = createBreaker();
  endAll(enterAll(breaker, 'one'), HUNG);
  expect(isOpen(breaker, 'two')).toBe(false);
  expect(enterAll(breaker, 'two')).toHaveLength(16);
});

test('a brand holds few calls to new hosts and to hosts that hang, however many it names', () => {
  const breaker = createBreaker();
  const hosts = Array.from({ length: 100 }, (_, index) => `host ${index}`);
  const enterHosts = (owner: string): Pass[] => hosts.flatMap((host) => enterAll(breaker, owner, host));
  const fresh = enterHosts('one');
  expect(fresh).toHaveLength(32);
  // The other brand's are its own.
  expect(enterAll(breaker, 'two')).toHaveLength(16);
  endAll(fresh, null);
  for (const host of hosts) endAll(enterAll(breaker, 'one', host), HUNG);
  expect(enterHosts('one')).toHaveLength(32);
  // Hosts that hang take no place from a new one.
  expect(enterAll(breaker, 'one', 'new')).toHaveLength(16);
});
