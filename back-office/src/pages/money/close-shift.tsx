import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField, minorOf } from '../../parts/amount-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { useMoneyCommand } from '../../reading/money.ts';
import type { Shift } from './types.ts';

/** Closes a till shift with what was counted in the drawer. Then its report is the Z-report. */
export const CloseShift = ({ shift, onClose }: { readonly shift: Shift; readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const { unit, money } = useFormats();
  const give = useMoneyCommand();
  const [counted, setCounted] = useState<number | string>('');
  const [left, setLeft] = useState<number | string>(0);
  const counted_cash = minorOf(counted, unit);
  const left_cash = minorOf(left, unit);
  return (
    <FormDialog
      title={t('money.closeOf', { number: shift.shift_number })}
      send={t('money.close')}
      isReady={counted_cash !== undefined && left_cash !== undefined}
      onClose={onClose}
      onSend={() =>
        give('CloseShift', { shift_id: shift.shift_id, counted_cash: counted_cash!, left_cash: left_cash! })
      }
      fields={['counted_cash', 'left_cash']}
    >
      {(refusalOf) => (
        <>
          <Text>{t('money.shouldBeIn', { amount: money(shift.cash_balance) })}</Text>
          <AmountField
            label={t('money.counted')}
            value={counted}
            onChange={setCounted}
            error={refusalOf('counted_cash')}
            isFirst
          />
          <AmountField label={t('money.left')} value={left} onChange={setLeft} error={refusalOf('left_cash')} />
        </>
      )}
    </FormDialog>
  );
};
