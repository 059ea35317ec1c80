import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { usePoints } from '../../points.ts';
import { sendCommand } from '../../reading/act.ts';

/** Kinds of payment, by their ids in the API. */
const CATEGORIES = { 1: 'cash', 2: 'card', 4: 'points', 5: 'online', 6: 'debt' } as const;
export type PaymentCategory = keyof typeof CATEGORIES;
export const categoryName = (id: number): (typeof CATEGORIES)[PaymentCategory] => CATEGORIES[id as PaymentCategory];

interface PaymentTypeFormProps {
  readonly before?: {
    readonly id: number;
    readonly name: string;
    readonly category_id: number;
    readonly point_ids: readonly string[];
  };
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

/** A way to pay, at every point unless it was defined for some. */
export const PaymentTypeForm = ({ before, onClose, onDone }: PaymentTypeFormProps) => {
  const { t } = useTranslation();
  const points = usePoints();
  const [category, setCategory] = useState(String(before?.category_id ?? 1));
  const [name, setName] = useState(before?.name ?? t('setUp.paymentOf.cash'));
  return (
    <FormDialog
      title={t('setUp.do.payments')}
      send={t('shell.save')}
      isReady={name.trim() !== ''}
      onClose={onClose}
      onSend={async () => {
        await sendCommand('DefinePaymentType', {
          ...(before && { id: before.id }),
          name: name.trim(),
          category_id: Number(category) as PaymentCategory,
          point_ids: before ? [...before.point_ids] : points.map(({ id }) => id),
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
              setName(t(`setUp.paymentOf.${categoryName(Number(value))}`));
            }}
            allowDeselect={false}
            error={refusalOf('category_id')}
          />
          <TextInput
            size="md"
            label={t('integrations.name')}
            maxLength={255}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            error={refusalOf('name')}
          />
        </>
      )}
    </FormDialog>
  );
};
