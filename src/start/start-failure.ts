import pg from 'pg';
import { isDatabaseAway } from '../database/connection.ts';
import { codeOf, toError } from '../database/thrown.ts';
import { StoreUnavailable } from '../event-store/event-store.ts';

/** Why the program did not start. The message is one line for a person. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}

/** The reason in one line, without the stack, and without the fields that may hold somebody's data. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof StoreUnavailable && error.cause !== undefined && isOfDatabase(error.cause)) {
    return reasonOf(error.cause);
  }
  if (error instanceof StoreUnavailable) return `EVENT_STORE_URL can not be used: ${oneLine(error)}`;
  return isOfDatabase(error) ? `the database can not be used: ${oneLine(error)}` : oneLine(error);
};

/** What Postgres says, or what keeps us from hearing it. */
const isOfDatabase = (error: unknown): boolean => error instanceof pg.DatabaseError || isDatabaseAway(error);

/** The message. If a host has several addresses and none answered, the error has a code and no message. */
export const oneLine = (error: unknown): string => {
  const { message } = toError(error);
  return message.replace(/\s+/g, ' ').trim() || String(codeOf(error) ?? 'no reason is known');
};
