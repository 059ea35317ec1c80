import { Command } from 'commander';
import { accountKeyId, createAccountDirectory } from '../commands/accounts/account-directory.ts';
import { newInvitation } from '../commands/accounts/invitations.ts';
import { createIdentities } from '../commands/claims/identities.ts';
import { createCommandHandler } from '../commands/loop/handle.ts';
import { accountDecider } from '../domain/accounts/decide.ts';
import { systemEnvelope } from '../processes/engine/process.ts';
import { openKeyLease } from '../wiring/key-lease.ts';
import { type OpenLog, withLog } from './open-log.ts';
import { runCommand } from './run-command.ts';

/** Ends the password and the sessions of the account, and answers a new invitation. Counts at once on a running system. */
const invite = async (login: string, { url, pool, store, subjects }: OpenLog) => {
  const handler = createCommandHandler(store, pool);
  const account = await createAccountDirectory(handler, createIdentities(pool), subjects.hashPhone).byLogin(login);
  if (!account) throw new Error(`nobody has the login ${login}`);
  if (account.is_disabled) throw new Error(`${login} is shut out: an owner has to let the account in again`);
  const { account_id, brand_id, role } = account;
  const now = new Date();
  const { text, recorded: invitation } = newInvitation(account_id, now.getTime());
  const at = now.toISOString();
  const reset = { type: 'ResetAccount', invitation, at, brand_id, touches_owners: true } as const;
  await handler.handle(accountDecider, account_id, reset, systemEnvelope('npm run invite', now, { brand_id }));
  const lease = openKeyLease({ databaseUrl: url, pool, clock: Date.now });
  await lease.changed(accountKeyId(account_id)).finally(() => lease.close());
  return { text, role, brand_id, expires_at: invitation.expires_at };
};

const command = new Command('invite')
  .description('Gives a person a new invitation, for a brand whose owners can no longer sign in. It needs no key.')
  .requiredOption('--login <login>', 'the login of the account')
  .action(async ({ login }: { login: string }) => {
    const { text, role, brand_id, expires_at } = await withLog('tillstream-invite', (log) => invite(login, log));
    console.error(`${login}, ${role} of brand ${brand_id}: the password and all sessions have ended.`);
    console.error(`The invitation is good until ${expires_at}, once. It is not shown again:`);
    console.log(text);
  });

await runCommand(command);
