import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const FOLDER = new URL('../../../src/database/migrations/', import.meta.url);

/** SHA-256, its beginning. A database that has run a file never runs it again: what changes there needs a file of its own. */
const FROZEN = {
  '001-event-log.sql': '47abdecaa13107e3',
  '002-app-state.sql': '59ff6883766e68eb',
  '003-phone-codes.sql': '8385aaf3eb78574a',
  '004-rate-limits.sql': '79535594f19d8769',
  '005-processes.sql': 'a363dffad8910d78',
  '006-deliveries.sql': 'aaed6d43324df60d',
  '007-command-results.sql': 'fec2a6cfdb4ba34b',
  '008-conditional-appends.sql': '0373263f6c726f90',
  '009-append-only-always.sql': '9d13200330bc1194',
  '010-refused-commands.sql': '6dcb04fdfeeb6f78',
  '013-codes-a-day-and-write-probe.sql': 'e24c489ad1418c78',
  '017-owners.sql': '7b1f23600d424c52',
  '011-sealed-secrets.sql': '1e9c83e6e2751a7d',
  '012-webhook-retention.sql': '5e51a8037e9413c0',
  '014-key-changes.sql': '22e84b24827d6eed',
  '015-narrow-events.sql': 'ef3349a5ba430bb9',
  '018-command-retention.sql': 'd2def395017fdec0',
  '019-identities-by-hash.sql': '6a391cb54267c2b3',
  '020-loyalty.sql': '754b66a729543cac',
  '024-subject-keys.sql': '32d4319a05b19bf3',
  '025-erasure.sql': 'bc8eb5f2253d892f',
  '021-kept-snapshots.sql': 'b4ae90e391cbdf9a',
  '023-transparency-log.sql': '246c59efb81f5bd7',
  '028-key-generation.sql': '0956b197b09bf39a',
  '030-due-vacuums.sql': 'a2a9ae506b07cb75',
  '029-streams-that-begin-together.sql': '82af1ff595c9fdf5',
  '031-one-event-at-a-time.sql': '9d0566e4a34a7c96',
  '032-tell-of-appends-apart.sql': '29795449233e02a4',
  '033-short-appends.sql': '859e72d7f11c406b',
  '034-short-appends-with-guests.sql': '19188077758f608c',
  '035-forms-checked-by-appends.sql': 'deaab5706d0df763',
  '057-lost-keys.sql': '862d7f3e93e91422',
  '059-signed-checkpoints-are-counted.sql': '2f420283f14990b9',
  '022-event-index.sql': 'cb2ad137440d4b2c',
};

test('no migration is changed once it is written, and each new one is noted here', async () => {
  const files = (await readdir(FOLDER)).sort();
  const sums = await Promise.all(
    files.map(async (file) => [
      file,
      createHash('sha256')
        .update(await readFile(new URL(file, FOLDER)))
        .digest('hex')
        .slice(0, 16),
    ]),
  );
  expect(Object.fromEntries(sums)).toEqual(FROZEN);
});
