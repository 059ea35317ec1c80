import { Text } from '@mantine/core';
import type { Answer } from '@tillstream/client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { sendCommand } from '../../reading/act.ts';

interface ReopenProps {
  readonly order: Answer<'getVenueOrder'>;
  readonly onClose: () => void;
}

/** Undoes the closing of a cheque; it is paid for anew after that. */
export const Reopen = ({ order, onClose }: ReopenProps) => {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title={t('order.do.reopen')}
      send={t('order.do.reopen')}
      isReady={reason.trim() !== ''}
      onClose={onClose}
      fields={['reason']}
      onSend={() => sendCommand('ReopenCheque', { order_id: order.order_id, reason: reason.trim() })}
    >
      {(refusalOf) => (
        <>
          <Text>{t('order.reopenWhat')}</Text>
          <ReasonField value={reason} onChange={setReason} error={refusalOf('reason')} isFirst />
        </>
      )}
    </FormDialog>
  );
};
