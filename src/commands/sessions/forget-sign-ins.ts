import type pg from 'pg';

/** Deletes what is kept of the sign-ins of a person who is erased: password, devices, addresses. */
export const forgetSignIns = async (tx: pg.ClientBase, accountId: number): Promise<void> => {
  for (const table of ['passwords', 'sessions', 'sign_ins', 'known_addresses']) {
    await tx.query(`delete from app.${table} where account_id = $1`, [accountId]);
  }
};
