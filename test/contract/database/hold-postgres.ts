/** A stand-in for the app: starts the embedded Postgres of the folder it is given and waits to be killed. */
import { startEmbeddedPostgres } from '../../../src/database/embedded.ts';

const { url } = await startEmbeddedPostgres({ dataDir: process.argv[2]! });
console.log(url);
setInterval(() => {}, 60_000);
