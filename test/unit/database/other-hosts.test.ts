import { expect, test } from 'vitest';
import { serversOf, withOtherHosts } from '../../../src/database/other-hosts.ts';

test.each([
  [
    'postgres://u:p@a:5433,b:5434/db',
    [
      ['a', 5433],
      ['b', 5434],
    ],
  ],
  [
    'postgres://u:p@a,b/db?target_session_attrs=read-write&sslmode=verify-full',
    [
      ['a', 5432],
      ['b', 5432],
    ],
  ],
  [
    'postgresql://a:1,b,c:3/db?target_session_attrs=primary',
    [
      ['a', 1],
      ['b', 5432],
      ['c', 3],
    ],
  ],
  [
    'postgres://u:p@[::1]:5433,[fd00::2],10.0.0.3:5434/db',
    [
      ['::1', 5433],
      ['fd00::2', 5432],
      ['10.0.0.3', 5434],
    ],
  ],
])('%s names several servers', (url, servers) => {
  const address = withOtherHosts(url);
  expect(URL.canParse(address)).toBe(true);
  expect(address).not.toContain('target_session_attrs');
  expect(serversOf(address)).toEqual(servers.map(([host, port]) => ({ host, port })));
  if (url.includes('sslmode')) expect(address).toContain('sslmode=verify-full');
});

test.each(['postgres://u:p@a:5433/db', 'postgres://u:p%2Cq@a/db?options=-c%20a,b', 'postgres://a/db?x=1,2'])(
  '%s names one',
  (url) => {
    expect(withOtherHosts(url)).toBe(url);
    expect(serversOf(url)).toBeUndefined();
  },
);
