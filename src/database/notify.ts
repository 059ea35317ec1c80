/**
 * SQL that notifies who listens to the channel, in a transaction of its own. Nothing of it has to last, so its commit does not wait
 * for the disk.
 *
 * @param payload a text, as SQL
 */
export const notifying = (channel: string, payload: string): string =>
  `select set_config('synchronous_commit', 'off', true), pg_notify('${channel}', ${payload})`;
