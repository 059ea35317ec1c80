import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AskDialog } from '../../parts/ask-dialog.tsx';
import { BoxedList } from '../../parts/boxed-list.tsx';
import { CommandButton } from '../../parts/command-button.tsx';
import { useFormats } from '../../parts/formats.ts';
import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { usePoints } from '../../points.ts';
import { sendCommand, useAct } from '../../reading/act.ts';
import { useMay } from '../../session/session.ts';
import { hashOf } from '../accept/link.ts';
import { AccountForm } from './account-form.tsx';
import { type Account, accountsQuery, KEYS } from './reading.ts';
import classes from './staff.module.css';

type Doing =
  | { readonly what: 'invite' }
  | { readonly what: 'change' | 'reset' | 'disable' | 'erase'; readonly account: Account };

/** Who may sign in, as what and where. */
export const Accounts = () => {
  const { t } = useTranslation();
  const may = useMay();
  const client = useQueryClient();
  const { data: accounts } = useSuspenseQuery(accountsQuery);
  const [doing, setDoing] = useState<Doing>();
  const [invited, setInvited] = useState<{ readonly name: string; readonly link: string }>();
  const readAnew = () => client.invalidateQueries({ queryKey: KEYS.accounts });
  const close = (): void => setDoing(undefined);
  const account = doing && 'account' in doing ? doing.account : undefined;
  const nameOf = ({ name, login, account_id }: Account): string => name || login || `№ ${account_id}`;
  const show = (of: { readonly name: string; readonly login: string | null }, result: unknown): void => {
    const { invitation } = result as { invitation: string | null };
    if (!invitation) return;
    const end = hashOf({ invitation, login: of.login ?? undefined });
    setInvited({ name: of.name, link: `${location.origin}/back-office/accept${end}` });
  };
  return (
    <Stack>
      {may.command('InviteAccount') && (
        <Group>
          <Button
            size="md"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setDoing({ what: 'invite' })}
          >
            {t('staff.invite')}
          </Button>
        </Group>
      )}
      <BoxedList label={t('staff.accounts')}>
        {accounts.map((each) => (
          <li className={classes.entry} key={each.account_id}>
            <OneAccount
              account={each}
              onDo={(what) => setDoing({ what, account: each })}
              onDone={() => void readAnew()}
            />
          </li>
        ))}
      </BoxedList>
      {(doing?.what === 'invite' || doing?.what === 'change') && (
        <AccountForm before={account} onClose={close} onDone={readAnew} onInvited={show} />
      )}
      {account && doing?.what === 'reset' && (
        <AskDialog
          title={t('staff.reset')}
          ask={t('staff.resetAsk', { name: nameOf(account) })}
          send={t('staff.reset')}
          onClose={close}
          onSend={async () => {
            const { result } = await sendCommand('ResetAccount', { account_id: account.account_id });
            show({ name: nameOf(account), login: account.login }, result);
            await readAnew();
          }}
        />
      )}
      {account && doing?.what === 'disable' && (
        <AskDialog
          title={t('staff.disable')}
          ask={t('staff.disableAsk', { name: nameOf(account) })}
          send={t('staff.disable')}
          onClose={close}
          onSend={async () => {
            await sendCommand('DisableAccount', { account_id: account.account_id });
            await readAnew();
          }}
        />
      )}
      {account && doing?.what === 'erase' && (
        <AskDialog
          title={t('staff.erase')}
          ask={t('staff.eraseAsk', { name: nameOf(account) })}
          send={t('staff.erase')}
          onClose={close}
          onSend={async () => {
            await sendCommand('EraseAccount', { account_id: account.account_id } as never);
            await readAnew();
          }}
        />
      )}
      {invited && (
        <SecretDialog
          title={t('staff.invited', { name: invited.name })}
          what={t('staff.invitedWhat')}
          secret={invited.link}
          onClose={() => setInvited(undefined)}
        />
      )}
    </Stack>
  );
};

interface OneAccountProps {
  readonly account: Account;
  readonly onDo: (what: 'change' | 'reset' | 'disable' | 'erase') => void;
  readonly onDone: () => void;
}

const OneAccount = ({ account, onDo, onDone }: OneAccountProps) => {
  const { t } = useTranslation();
  const { day, time } = useFormats();
  const act = useAct();
  const points = usePoints();
  const { account_id, login, name, role, point_ids, is_disabled, is_erased, has_password, invited_until } = account;
  const { last_signed_in_at } = account;
  const where = point_ids?.map((id) => points.find((point) => point.id === id)?.name ?? id).join(', ');
  const enable = async (): Promise<void> => {
    if (await act('EnableAccount', { account_id })) onDone();
  };
  const when = (instant: string) => ({ day: day(instant), time: time(instant) });
  return (
    <>
      <div>
        <Group gap="xs">
          <Text fw={600}>{name || login || t('staff.erased', { number: account_id })}</Text>
          <Badge variant="light" color="sea">
            {t(`role.${role}`)}
          </Badge>
          {is_disabled && (
            <Badge variant="light" color="red">
              {t('staff.disabled')}
            </Badge>
          )}
          {!has_password && !is_disabled && !is_erased && invited_until !== null && (
            <Badge variant="light" color="orange">
              {t('staff.invitedUntil', { day: day(invited_until) })}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {[
            login,
            where ?? t('integrations.everyPoint'),
            last_signed_in_at === null ? t('staff.neverIn') : t('staff.lastIn', when(last_signed_in_at)),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      {!is_erased && (
        <Group gap="xs">
          {!is_disabled && (
            <CommandButton command="ChangeAccount" onClick={() => onDo('change')}>
              {t('integrations.change')}
            </CommandButton>
          )}
          {!is_disabled && (
            <CommandButton command="ResetAccount" onClick={() => onDo('reset')}>
              {t('staff.reset')}
            </CommandButton>
          )}
          {is_disabled && (
            <CommandButton command="EnableAccount" onClick={() => void enable()}>
              {t('staff.enable')}
            </CommandButton>
          )}
          {!is_disabled && (
            <CommandButton command="DisableAccount" onClick={() => onDo('disable')} isRed>
              {t('staff.disable')}
            </CommandButton>
          )}
          {is_disabled && (
            <CommandButton command="EraseAccount" onClick={() => onDo('erase')} isRed>
              {t('staff.erase')}
            </CommandButton>
          )}
        </Group>
      )}
    </>
  );
};
