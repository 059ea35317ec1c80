import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField, minorOf } from '../../parts/amount-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { useMoneyCommand } from '../../reading/money.ts';
import type { Account } from './types.ts';

/** What is in an account by hand: the difference is recorded as a correction. */
export const Count = ({ account, onClose }: { readonly account: Account; readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const { unit, money } = useFormats();
  const give = useMoneyCommand();
  const [counted, setCounted] = useState<number | string>('');
  const minor = minorOf(counted, unit);
  return (
    <FormDialog
      title={t('money.countOf', { name: account.name })}
      send={t('money.count')}
      isReady={minor !== undefined}
      onClose={onClose}
      onSend={() => give('CountAccount', { account_id: account.account_id, counted: minor! })}
      fields={['counted']}
    >
      {(refusalOf) => (
        <>
          <Text>{t('money.shouldBe', { amount: money(account.balance) })}</Text>
          <AmountField
            label={t('money.counted')}
            value={counted}
            onChange={setCounted}
            error={refusalOf('counted')}
            isFirst
            isSigned
          />
          {minor !== undefined && (
            <Text fw={600} aria-live="polite">
              {t('money.differs', { amount: money(minor - account.balance) })}
            </Text>
          )}
        </>
      )}
    </FormDialog>
  );
};
