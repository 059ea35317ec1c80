import { expect, test } from 'vitest';
import { loadConfig } from '../../../../src/config/config.ts';
import { retryAfterTime } from '../../../../src/processes/outbound/retry-after.ts';
import { judge } from '../../../../src/processes/outbound/schedule.ts';

const MINUTE = 60_000;

test('a call has six attempts: the first, then after 1, 5 and 30 minutes, 2 and 6 hours', () => {
  const { webhookPauses } = loadConfig({});
  const verdicts = [0, 1, 2, 3, 4, 5].map((failures_before) =>
    judge({ started_at: 0, failed: true, failures_before }, webhookPauses),
  );
  expect(verdicts.map(({ next_attempt_at }) => next_attempt_at)).toEqual([
    ...[1, 5, 30, 120, 360].map((minutes) => minutes * MINUTE),
    null,
  ]);
  expect(verdicts.map(({ status }) => status)).toEqual([...Array(5).fill('pending'), 'undelivered']);
});

test('a 2xx answer delivers a call at any attempt', () => {
  const verdict = judge({ started_at: 7, failed: false, failures_before: 5 }, [1]);
  expect(verdict).toEqual({ status: 'delivered', next_attempt_at: null, failures: 5, reason: null });
});

test('the schedule of webhook attempts is a setting', () => {
  const pauses = (WEBHOOK_RETRY_SCHEDULE: string) => loadConfig({ WEBHOOK_RETRY_SCHEDULE }).webhookPauses;
  expect(pauses('1s, 2m,3h')).toEqual([1_000, 2 * MINUTE, 180 * MINUTE]);
  for (const bad of ['1', '1d', '1m,,2m', '-1m', 'soon', Array(21).fill('1s').join()]) {
    expect(() => pauses(bad), bad).toThrow('WEBHOOK_RETRY_SCHEDULE must be up to 20 comma-separated times');
  }
});

test('webhooks call private addresses only in the demo, unless the settings say otherwise', () => {
  const outside = {
    DATABASE_URL: 'postgres://u:p@h/d',
    JWT_SECRET: 'x'.repeat(32),
    PERSONAL_DATA_KEY: 'k'.repeat(43),
    PLATFORM_API_KEY: 'y'.repeat(16),
  };
  expect(loadConfig({}).outboundAllowPrivate).toBe(true);
  expect(loadConfig({ OUTBOUND_ALLOW_PRIVATE: 'off' }).outboundAllowPrivate).toBe(false);
  expect(loadConfig(outside).outboundAllowPrivate).toBe(false);
  expect(loadConfig({ ...outside, OUTBOUND_ALLOW_PRIVATE: 'on' }).outboundAllowPrivate).toBe(true);
});

test('a receiver that asks for time gets it, within the schedule', () => {
  const pauses = [MINUTE, 5 * MINUTE, 30 * MINUTE];
  const next = (asked_at: number | null, failures_before = 0) =>
    judge({ started_at: 0, failed: true, failures_before, asked_at }, pauses).next_attempt_at;
  expect(next(null)).toBe(MINUTE);
  expect(next(2 * MINUTE)).toBe(2 * MINUTE);
  expect(next(1)).toBe(MINUTE);
  expect(next(-5 * MINUTE)).toBe(MINUTE);
  expect(next(31 * MINUTE)).toBe(30 * MINUTE);
  expect(next(7 * MINUTE, 1)).toBe(7 * MINUTE);
  expect(next(7 * MINUTE, 2)).toBe(30 * MINUTE);
  expect(next(7 * MINUTE, 3)).toBeNull();
});

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Thu, 01 Jan 1970 00:02:00 GMT', 120_000 - 1_000],
  ['-5', null],
  ['1.5', null],
  ['1e3', null],
  ['soon', null],
  ['', null],
  ['99999999999999999999', null],
])('the header Retry-After %j', (header, after) => {
  expect(retryAfterTime(header, 1_000)).toBe(after === null ? null : 1_000 + after);
});
