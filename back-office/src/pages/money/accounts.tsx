import { Button, Group } from '@mantine/core';
import { IconArrowsExchange, IconCalculator, IconCoins } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../parts/formats.ts';
import { Nothing } from '../../parts/nothing.tsx';
import { WideTable } from '../../parts/wide-table.tsx';
import { accountsQuery, useIsNow } from '../../reading/money.ts';
import { useMay } from '../../session/session.ts';
import type { Money } from './asked.ts';
import { Count } from './count.tsx';
import { Move } from './move.tsx';
import { Transfer } from './transfer.tsx';
import type { Account } from './types.ts';

/** The accounts with what each of them should hold, and what moves money between them. */
export const Accounts = ({ money: { asked } }: { readonly money: Money }) => {
  const { t } = useTranslation();
  const { money, number, day, time } = useFormats();
  const may = useMay();
  const isNow = useIsNow();
  const { data: accounts } = useSuspenseQuery(accountsQuery(asked));
  const [doing, setDoing] = useState<'transfer' | 'move'>();
  const [counted, setCounted] = useState<Account>();
  const close = (): void => {
    setDoing(undefined);
    setCounted(undefined);
  };
  return (
    <>
      {isNow && (
        <Group gap="xs">
          {may.command('TransferMoney') && (
            <Button
              size="md"
              leftSection={<IconArrowsExchange size={18} aria-hidden />}
              onClick={() => setDoing('transfer')}
            >
              {t('money.transfer')}
            </Button>
          )}
          {may.command('MoveMoney') && (
            <Button
              size="md"
              variant="default"
              leftSection={<IconCoins size={18} aria-hidden />}
              onClick={() => setDoing('move')}
            >
              {t('money.move')}
            </Button>
          )}
        </Group>
      )}
      {accounts.length === 0 ? (
        <Nothing title={t('money.noAccountsYet')} what={t('money.noAccounts')} />
      ) : (
        <WideTable
          label={t('money.tab.accounts')}
          heads={[
            t('money.account'),
            { figure: t('money.balance') },
            { figure: t('money.moved') },
            t('money.last'),
            { acts: t('sales.more') },
          ]}
        >
          {accounts.map((account) => (
            <tr key={account.account_id}>
              <td>
                <b>{account.name}</b>
                <br />
                {t(`money.source.${account.source}`)}, {account.code}
                {account.point_name !== null && `, ${account.point_name}`}
              </td>
              <td data-figure>
                <b>{money(account.balance)}</b>
              </td>
              <td data-figure>{number(account.movements_count)}</td>
              <td>
                {account.last_movement_at === null
                  ? '–'
                  : `${day(account.last_movement_at)} ${time(account.last_movement_at)}`}
              </td>
              <td>
                {isNow && may.command('CountAccount') && (
                  <Button
                    size="sm"
                    variant="light"
                    leftSection={<IconCalculator size={18} aria-hidden />}
                    onClick={() => setCounted(account)}
                  >
                    {t('money.count')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </WideTable>
      )}
      {doing === 'transfer' && <Transfer onClose={close} />}
      {doing === 'move' && <Move onClose={close} />}
      {counted && <Count account={counted} onClose={close} />}
    </>
  );
};
