import pg from 'pg';
import { toError } from './thrown.ts';

/** One line for the health page and the log, without values from the database. */
export const describeError = (error: unknown): string => {
  if (!(error instanceof pg.DatabaseError)) return toError(error).message;
  // Messages of class 22 quote the refused value.
  return error.code?.startsWith('22') ? `SQLSTATE ${error.code}` : `SQLSTATE ${error.code}: ${error.message}`;
};
