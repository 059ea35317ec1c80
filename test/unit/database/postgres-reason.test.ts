import { expect, test } from 'vitest';
import { reasonIn } from '../../../src/database/embedded-postgres/process.ts';

test.each([
  [
    'of a full disk, its cause and the hint',
    `creating configuration files ... ok
     running bootstrap script ... 2026-11-22 00:04:07.267 UTC [2] FATAL:  could not extend file "base/1/2691": wrote only 4096 bytes
     2026-11-22 00:04:07.267 UTC [2] HINT:  Check free disk space.
     2026-11-22 00:04:07.268 UTC [2] PANIC:  cannot abort transaction 1, it was already committed
     child process exited with exit code 134
     initdb: removing contents of data directory "/data"`,
    'could not extend file "base/1/2691": wrote only 4096 bytes (Check free disk space.)',
  ],
  [
    'of a folder that is closed, the error',
    'initdb: error: could not access directory "/data": Permission denied\ninitdb: removing contents',
    'initdb: error: could not access directory "/data": Permission denied',
  ],
  [
    'of a log that can not be written, that and not the advice to read it',
    'waiting for server to start..../bin/sh: cannot create /data/server.log: Read-only file system\npg_ctl: could not start server\nExamine the log output.',
    'waiting for server to start..../bin/sh: cannot create /data/server.log: Read-only file system',
  ],
  ['of nothing of the kind, the last line', 'one\ntwo', 'two'],
])('what Postgres says is told in one line: %s', (_, said, reason) => {
  expect(reasonIn(said)).toBe(reason);
});
