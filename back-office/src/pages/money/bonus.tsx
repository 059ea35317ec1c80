import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField, minorOf } from '../../parts/amount-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { ReasonField } from '../../parts/reason-field.tsx';
import { useMoneyCommand } from '../../reading/money.ts';
import type { PayrollRow } from './types.ts';

/** More than the terms say, or less: a bonus or a fine, with its reason. */
export const Bonus = ({ row, onClose }: { readonly row: PayrollRow; readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const { unit } = useFormats();
  const give = useMoneyCommand();
  const [kind, setKind] = useState<'GiveBonus' | 'ImposeFine'>('GiveBonus');
  const [amount, setAmount] = useState<number | string>('');
  const [reason, setReason] = useState('');
  const minor = minorOf(amount, unit);
  return (
    <FormDialog
      title={t('money.bonusOf', { name: row.employee_name ?? `№ ${row.employee_id}` })}
      send={t('money.record')}
      isReady={minor !== undefined && minor > 0 && reason.trim() !== ''}
      onClose={onClose}
      onSend={() =>
        give(kind, { employee_id: row.employee_id, point_id: row.point_id, amount: minor!, reason: reason.trim() })
      }
      fields={['amount', 'reason']}
    >
      {(refusalOf) => (
        <>
          <SegmentedControl
            size="md"
            aria-label={t('money.bonus')}
            value={kind}
            onChange={(value) => setKind(value as typeof kind)}
            data={[
              { value: 'GiveBonus', label: t('money.aBonus') },
              { value: 'ImposeFine', label: t('money.aFine') },
            ]}
          />
          <AmountField
            label={t('pay.amount')}
            value={amount}
            onChange={setAmount}
            error={refusalOf('amount')}
            isFirst
          />
          <ReasonField value={reason} onChange={setReason} error={refusalOf('reason')} />
        </>
      )}
    </FormDialog>
  );
};
