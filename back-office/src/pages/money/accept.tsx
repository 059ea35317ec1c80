import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField, minorOf } from '../../parts/amount-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { useMoneyCommand } from '../../reading/money.ts';
import { PlaceField, placeOf, usePlaces } from './place-field.tsx';
import type { Shift } from './types.ts';

/** Categories of payments that an account takes over: cards, online and the like. Cash, points and debts are none. */
const TAKEN_OVER = [2, 3, 5];

/** Takes the money of a closed shift over: the cash that was handed over, and what was paid without cash. */
export const Accept = ({ shift, onClose }: { readonly shift: Shift; readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const { unit, money } = useFormats();
  const give = useMoneyCommand();
  const places = usePlaces(false);
  const banks = usePlaces(false, ['bank']);
  const expected = shift.cash_balance - (shift.left_cash ?? 0);
  const handedOver = (shift.counted_cash ?? shift.cash_balance) - (shift.left_cash ?? 0);
  const [account, setAccount] = useState<string | null>(null);
  const [bank, setBank] = useState<string | null>(null);
  const [amount, setAmount] = useState<number | string>(handedOver / unit);
  const chosen = account ?? places[0]?.value;
  const chosenBank = bank ?? banks[0]?.value;
  const nonCash = shift.sales.filter(
    ({ payment_category_id, payment_type_id }) =>
      payment_type_id !== null && TAKEN_OVER.includes(payment_category_id ?? 0),
  );
  const send = () =>
    give('AcceptShift', {
      shift_id: shift.shift_id,
      ...(placeOf(chosen!) as { account_id: number }),
      amount: minorOf(amount, unit)!,
      ...(chosenBank !== undefined &&
        nonCash.length > 0 && {
          non_cash: nonCash.map(({ payment_type_id, amount: paid }) => ({
            payment_type_id: payment_type_id!,
            ...(placeOf(chosenBank) as { account_id: number }),
            amount: paid,
          })),
        }),
    });
  return (
    <FormDialog
      title={t('money.acceptOf', { number: shift.shift_number })}
      send={t('money.accept')}
      isReady={chosen !== undefined && minorOf(amount, unit) !== undefined}
      onClose={onClose}
      onSend={send}
      fields={['amount', 'account_id']}
    >
      {(refusalOf) => (
        <>
          <Text>{t('money.shouldBe', { amount: money(expected) })}</Text>
          <AmountField
            label={t('money.handedOver')}
            value={amount}
            onChange={setAmount}
            error={refusalOf('amount')}
            isFirst
          />
          <PlaceField
            label={t('money.toAccount')}
            value={account}
            onChange={setAccount}
            error={refusalOf('account_id')}
          />
          {nonCash.length > 0 && banks.length > 0 && (
            <PlaceField
              label={t('money.nonCashTo', {
                names: nonCash
                  .map(({ payment_type_name, amount: paid }) => `${payment_type_name} ${money(paid)}`)
                  .join(', '),
              })}
              sources={['bank']}
              value={bank}
              onChange={setBank}
            />
          )}
          {places.length === 0 && <Text c="var(--late)">{t('money.noAccounts')}</Text>}
        </>
      )}
    </FormDialog>
  );
};
