import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField, minorOf } from '../../parts/amount-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { TextField } from '../../parts/text-field.tsx';
import { usePoint } from '../../points.ts';
import { accountsQuery, useMoneyCommand } from '../../reading/money.ts';
import { PlaceField, placeOf, usePlaces } from './place-field.tsx';
import { PurposeField, usePurposes } from './purpose-field.tsx';

/** Who gets money, or gives it. */
export interface Payee {
  readonly kind: 'organization' | 'supplier' | 'employee';
  readonly id: number;
  readonly name: string;
  /** What is owed, in the smallest unit. */
  readonly due: number;
  /** What employees were paid for last: it is proposed. */
  readonly purpose?: number | undefined;
}

/** A payment of an organization, to a supplier, or of wages. */
export const Pay = ({ payee, onClose }: { readonly payee: Payee; readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const { unit, money } = useFormats();
  const { id: pointId } = usePoint();
  const give = useMoneyCommand();
  const places = usePlaces(true);
  const { data: accounts = [] } = useQuery(accountsQuery({ pointId, at: undefined }));
  const isWages = payee.kind === 'employee';
  const payouts = usePurposes('out');
  const [place, setPlace] = useState<string | null>(null);
  const [purpose, setPurpose] = useState<string | null>(null);
  const [amount, setAmount] = useState<number | string>(payee.due > 0 ? payee.due / unit : '');
  const [note, setNote] = useState('');
  const minor = minorOf(amount, unit);
  // Wages and suppliers are rarely paid out of the drawer, which holds the change.
  const safe = payee.kind === 'organization' ? undefined : places.find(({ value }) => value.startsWith('account:'));
  const chosen = place ?? (safe ?? places[0])?.value;
  // Rent and change are paid out as well: what was never chosen for wages is not guessed.
  const proposed = payee.purpose ?? (isWages && payouts?.length === 1 ? payouts[0]!.id : undefined);
  const chosenPurpose = purpose ?? (proposed === undefined ? null : String(proposed));
  const send = () => {
    const where = placeOf(chosen!);
    const paid = { amount: minor!, point_id: pointId, ...where, ...(note.trim() !== '' && { note: note.trim() }) };
    const what = chosenPurpose !== null && { payment_purpose_id: Number(chosenPurpose) };
    if (payee.kind === 'organization') {
      const source =
        'shift_id' in where ? 'cashbox' : accounts.find(({ account_id }) => account_id === where.account_id)!.source;
      return give('ReceiveOrganizationPayment', { ...paid, organization_id: payee.id, source });
    }
    if (payee.kind === 'supplier') return give('PaySupplier', { ...paid, ...what, supplier_id: payee.id });
    return give('PaySalary', { ...paid, employee_id: payee.id, payment_purpose_id: Number(chosenPurpose) });
  };
  const title = t(`money.payOf.${payee.kind}`, { name: payee.name });
  return (
    <FormDialog
      title={title}
      send={t('money.record')}
      isReady={minor !== undefined && minor > 0 && chosen !== undefined && (!isWages || chosenPurpose !== null)}
      onClose={onClose}
      onSend={send}
      fields={['amount', 'note', 'payment_purpose_id']}
    >
      {(refusalOf) => (
        <>
          <Text>{t(payee.due >= 0 ? 'money.due' : 'money.ahead', { amount: money(Math.abs(payee.due)) })}</Text>
          <AmountField
            label={t('pay.amount')}
            value={amount}
            onChange={setAmount}
            error={refusalOf('amount')}
            isFirst
          />
          <PlaceField
            label={t(payee.kind === 'organization' ? 'money.to' : 'money.from')}
            value={chosen ?? null}
            onChange={setPlace}
            withDrawer
          />
          {payee.kind !== 'organization' && (
            <PurposeField
              way="out"
              value={chosenPurpose}
              onChange={setPurpose}
              error={refusalOf('payment_purpose_id')}
              isNeeded={isWages}
            />
          )}
          {isWages && payouts?.length === 0 && <Text c="var(--late)">{t('money.noPurposes')}</Text>}
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
