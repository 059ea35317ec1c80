import type pg from 'pg';
import type { Caller } from '../commands/bus/caller.ts';
import { accessToReading } from '../domain/accounts/roles.ts';
import { shiftsOfCashier } from '../projections/points/queries.ts';

/** The till shifts that a person sees whose role has the own ones alone. Undefined: all. */
export const ownShifts = async (
  pool: pg.Pool,
  { account }: Caller,
  brandId: string,
  operationId: string,
): Promise<ReadonlySet<number> | undefined> => {
  if (!account || accessToReading(account.role, operationId, false) !== 'own_shift') return undefined;
  if (account.employee_id === null) return new Set();
  return new Set(await shiftsOfCashier(pool, brandId, account.employee_id));
};
