/** The embedded Postgres could not be started or stopped. The message is one line for a person, ready to print. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}
