import type pg from 'pg';

/** Deletes the password and the sessions of a person who is erased. */
export const forgetSignIns = async (tx: pg.ClientBase, accountId: number): Promise<void> => {
  for (const table of ['passwords', 'sessions', 'sign_ins']) {
    await tx.query(`delete from app.${table} where account_id = $1`, [accountId]);
  }
};
