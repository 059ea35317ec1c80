import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField, minorOf } from '../../parts/amount-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { TextField } from '../../parts/text-field.tsx';
import { usePoint } from '../../points.ts';
import { useMoneyCommand } from '../../reading/money.ts';
import { PlaceField, placeOf, usePlaces } from './place-field.tsx';

/** Money goes from one place to another: from the drawer to the safe, from the safe to the bank. */
export const Transfer = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const { unit } = useFormats();
  const { id } = usePoint();
  const give = useMoneyCommand();
  const places = usePlaces(true);
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const [amount, setAmount] = useState<number | string>('');
  const [note, setNote] = useState('');
  const minor = minorOf(amount, unit);
  const source = from ?? places[0]?.value;
  const target = to ?? places.find(({ value }) => value !== source)?.value;
  return (
    <FormDialog
      title={t('money.transfer')}
      send={t('money.transfer')}
      isReady={minor !== undefined && minor > 0 && source !== undefined && target !== undefined && source !== target}
      onClose={onClose}
      onSend={() =>
        give('TransferMoney', {
          point_id: id,
          from: placeOf(source!),
          to: placeOf(target!),
          amount: minor!,
          ...(note.trim() !== '' && { note: note.trim() }),
        } as never)
      }
      fields={['amount', 'from', 'to', 'note']}
    >
      {(refusalOf) => (
        <>
          <PlaceField
            label={t('money.from')}
            value={source ?? null}
            onChange={setFrom}
            withDrawer
            error={refusalOf('from')}
          />
          <PlaceField
            label={t('money.to')}
            value={target ?? null}
            onChange={setTo}
            withDrawer
            error={refusalOf('to')}
          />
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
