import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField } from '../../parts/amount-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { usePoint } from '../../points.ts';
import { sendCommand } from '../../reading/act.ts';

interface OpenShiftProps {
  readonly employees: readonly { readonly id: number; readonly name: string | null }[];
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

/** Opens the till shift: who has the drawer, and what is in it. */
export const OpenShift = ({ employees, onClose, onDone }: OpenShiftProps) => {
  const { t } = useTranslation();
  const { unit } = useFormats();
  const { id: point_id } = usePoint();
  const [cashier, setCashier] = useState<string | null>(employees[0] ? String(employees[0].id) : null);
  const [cash, setCash] = useState<number | string>(0);
  return (
    <FormDialog
      title={t('setUp.do.shift')}
      send={t('setUp.do.shift')}
      isReady={cashier !== null}
      onClose={onClose}
      onSend={async () => {
        const opening_cash = Math.round(Number(cash) * unit);
        await sendCommand('OpenShift', { point_id, cashier_id: Number(cashier), opening_cash });
        await onDone();
      }}
      fields={['cashier_id', 'opening_cash']}
    >
      {(refusalOf) => (
        <>
          <Select
            size="md"
            label={t('role.cashier')}
            data={employees.map(({ id, name }) => ({ value: String(id), label: name ?? String(id) }))}
            value={cashier}
            onChange={setCashier}
            allowDeselect={false}
            error={refusalOf('cashier_id')}
          />
          <AmountField
            label={t('setUp.openingCash')}
            value={cash}
            onChange={setCash}
            error={refusalOf('opening_cash')}
          />
        </>
      )}
    </FormDialog>
  );
};
