/** A stand-in for the app: starts the embedded Postgres of the folder it is given and lives until it is killed. */
import { startEmbeddedPostgres } from '../../../src/database/embedded-postgres/embedded-postgres.ts';

const { url } = await startEmbeddedPostgres({ dataDir: process.argv[2]! });
console.log(url);
process.stdin.resume(); // ends with the test that started us
