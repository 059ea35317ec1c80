import { SegmentedControl, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField, minorOf } from '../../parts/amount-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { TextField } from '../../parts/text-field.tsx';
import { usePoint } from '../../points.ts';
import { useMoneyCommand } from '../../reading/money.ts';
import { PlaceField, placeOf, usePlaces } from './place-field.tsx';
import { PurposeField } from './purpose-field.tsx';

/** What people move money for by hand, and in which direction that goes unless told. */
const OPERATIONS = {
  expense: 'minus',
  other: 'plus',
  client_payment: 'plus',
  prepayment: 'plus',
  prepayment_refund: 'minus',
} as const;
type Operation = keyof typeof OPERATIONS;
/** These go one way only. */
const ONE_WAY: readonly Operation[] = ['expense', 'prepayment', 'prepayment_refund'];

/** Money comes from outside or goes there: ice was bought, change was brought. */
export const Move = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const { unit } = useFormats();
  const { id } = usePoint();
  const give = useMoneyCommand();
  const places = usePlaces(true);
  const [place, setPlace] = useState<string | null>(null);
  const [operation, setOperation] = useState<Operation>('expense');
  const [direction, setDirection] = useState<'plus' | 'minus'>('minus');
  const [amount, setAmount] = useState<number | string>('');
  const [purpose, setPurpose] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const minor = minorOf(amount, unit);
  const chosen = place ?? places[0]?.value;
  const send = () => {
    const where = placeOf(chosen!);
    return give('MoveMoney', {
      point_id: id,
      register: 'shift_id' in where ? 'shift' : 'account',
      ...where,
      operation,
      direction,
      amount: minor!,
      ...(purpose !== null && { payment_purpose_id: Number(purpose) }),
      ...(note.trim() !== '' && { note: note.trim() }),
    });
  };
  return (
    <FormDialog
      title={t('money.move')}
      send={t('money.record')}
      isReady={minor !== undefined && minor > 0 && chosen !== undefined}
      onClose={onClose}
      onSend={send}
      fields={['amount', 'note', 'direction', 'payment_purpose_id']}
    >
      {(refusalOf) => (
        <>
          <Select
            size="md"
            label={t('money.what')}
            data={Object.keys(OPERATIONS).map((value) => ({
              value,
              label: t(`money.operation.${value as Operation}`),
            }))}
            value={operation}
            onChange={(value) => {
              if (value === null) return;
              setOperation(value as Operation);
              setDirection(OPERATIONS[value as Operation]);
              setPurpose(null);
            }}
            allowDeselect={false}
          />
          {!ONE_WAY.includes(operation) && (
            <SegmentedControl
              size="md"
              aria-label={t('money.direction')}
              value={direction}
              onChange={(value) => {
                setDirection(value as typeof direction);
                setPurpose(null);
              }}
              data={[
                { value: 'plus', label: t('money.in') },
                { value: 'minus', label: t('money.out') },
              ]}
            />
          )}
          <PurposeField
            way={direction === 'plus' ? 'in' : 'out'}
            value={purpose}
            onChange={setPurpose}
            error={refusalOf('payment_purpose_id')}
          />
          <PlaceField label={t('money.where')} value={chosen ?? null} onChange={setPlace} withDrawer />
          <AmountField
            label={t('pay.amount')}
            value={amount}
            onChange={setAmount}
            error={refusalOf('amount')}
            isFirst
          />
          <TextField
            label={t('money.note')}
            maxLength={500}
            value={note}
            onChange={setNote}
            error={refusalOf('note')}
          />
        </>
      )}
    </FormDialog>
  );
};
