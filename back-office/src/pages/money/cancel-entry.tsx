import { Text } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';

interface CancelEntryProps {
  readonly title: string;
  /** What it is, and that it is taken back. */
  readonly ask: string;
  readonly onClose: () => void;
  /** @param why the command's reason, if one was given */
  readonly onSend: (why: { readonly reason?: string }) => Promise<unknown>;
}

/** Asks, and why, before an entry is taken back. It can't be undone. */
export const CancelEntry = ({ title, ask, onClose, onSend }: CancelEntryProps) => {
  const [reason, setReason] = useState('');
  const given = reason.trim();
  return (
    <FormDialog
      title={title}
      send={title}
      colour="red"
      onClose={onClose}
      onSend={() => onSend(given === '' ? {} : { reason: given })}
      fields={['reason']}
    >
      {(refusalOf) => (
        <>
          <Text>{ask}</Text>
          <ReasonField value={reason} onChange={setReason} error={refusalOf('reason')} isFirst />
        </>
      )}
    </FormDialog>
  );
};
