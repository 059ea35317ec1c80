import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField, minorOf } from '../../parts/amount-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { TextField } from '../../parts/text-field.tsx';
import { useMoneyCommand } from '../../reading/money.ts';

interface RegisterProps {
  readonly kind: 'organization' | 'supplier';
  readonly onClose: () => void;
}

/** A new organization or supplier, with what is owed already. */
export const Register = ({ kind, onClose }: RegisterProps) => {
  const { t } = useTranslation();
  const { unit } = useFormats();
  const give = useMoneyCommand();
  const [name, setName] = useState('');
  const [phone, setPhone] = useState('');
  const [tin, setTin] = useState('');
  const [balance, setBalance] = useState<number | string>('');
  const [limit, setLimit] = useState<number | string>('');
  const opening = minorOf(balance, unit);
  const debtLimit = minorOf(limit, unit);
  const fields = {
    name: name.trim(),
    ...(phone.trim() !== '' && { phone: phone.trim() }),
    ...(tin.trim() !== '' && { tin: tin.trim() }),
    ...(opening !== undefined && { opening_balance: opening }),
  };
  const text = (label: string, value: string, onChange: (value: string) => void, rest: object) => (
    <TextField label={label} maxLength={255} value={value} onChange={onChange} {...rest} />
  );
  return (
    <FormDialog
      title={t(`money.new.${kind}`)}
      send={t('shell.save')}
      isReady={name.trim() !== ''}
      onClose={onClose}
      onSend={() =>
        kind === 'supplier'
          ? give('RegisterSupplier', fields)
          : give('RegisterOrganization', { ...fields, ...(debtLimit !== undefined && { debt_limit: debtLimit }) })
      }
      fields={['name', 'phone', 'tin', 'opening_balance', 'debt_limit']}
    >
      {(refusalOf) => (
        <>
          {text(t('money.name'), name, setName, { error: refusalOf('name'), 'data-autofocus': true })}
          {text(t('order.phone'), phone, setPhone, { error: refusalOf('phone') })}
          {text(t('money.tin'), tin, setTin, { error: refusalOf('tin') })}
          <AmountField
            label={t('money.openingBalance')}
            description={t(kind === 'supplier' ? 'money.belowZeroWe' : 'money.belowZero')}
            value={balance}
            onChange={setBalance}
            error={refusalOf('opening_balance')}
            isSigned
          />
          {kind === 'organization' && (
            <AmountField
              label={t('money.limit')}
              description={t('money.limitWhat')}
              value={limit}
              onChange={setLimit}
              error={refusalOf('debt_limit')}
            />
          )}
        </>
      )}
    </FormDialog>
  );
};
