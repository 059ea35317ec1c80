import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { usePoints } from '../../points.ts';
import { sendCommand } from '../../reading/act.ts';

/** Kinds of payment, by their ids in the API. */
export const CATEGORIES = { 1: 'cash', 2: 'card', 4: 'points', 5: 'online', 6: 'debt' } as const;
type PaymentCategory = keyof typeof CATEGORIES;

interface PaymentTypeFormProps {
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

/** A new way to pay, at every point. */
export const PaymentTypeForm = ({ onClose, onDone }: PaymentTypeFormProps) => {
  const { t } = useTranslation();
  const points = usePoints();
  const [category, setCategory] = useState('1');
  const [name, setName] = useState<string>(t('setUp.paymentOf.cash'));
  return (
    <FormDialog
      title={t('setUp.do.payments')}
      send={t('shell.save')}
      isReady={name.trim() !== ''}
      onClose={onClose}
      onSend={async () => {
        await sendCommand('DefinePaymentType', {
          name: name.trim(),
          category_id: Number(category) as PaymentCategory,
          point_ids: points.map(({ id }) => id),
        });
        await onDone();
      }}
      fields={['name', 'category_id']}
    >
      {(refusalOf) => (
        <>
          <Select
            size="md"
            label={t('integrations.kind')}
            data={Object.entries(CATEGORIES).map(([value, each]) => ({ value, label: t(`setUp.paymentOf.${each}`) }))}
            value={category}
            onChange={(value) => {
              if (value === null) return;
              setCategory(value);
              setName(t(`setUp.paymentOf.${CATEGORIES[Number(value) as PaymentCategory]}`));
            }}
            allowDeselect={false}
            error={refusalOf('category_id')}
          />
          <TextField
            label={t('integrations.name')}
            maxLength={255}
            value={name}
            onChange={setName}
            error={refusalOf('name')}
          />
        </>
      )}
    </FormDialog>
  );
};
