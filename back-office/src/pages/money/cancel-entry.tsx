import { Text } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';

interface CancelEntryProps {
  readonly title: string;
  /** What it is, and that it is taken back. */
  readonly ask: string;
  readonly onClose: () => void;
  /** @param reason undefined: none was given */
  readonly onSend: (reason: string | undefined) => Promise<unknown>;
}

/** Asks, and why, before an entry is taken back. It can't be undone. */
export const CancelEntry = ({ title, ask, onClose, onSend }: CancelEntryProps) => {
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title={title}
      send={title}
      colour="red"
      onClose={onClose}
      onSend={() => onSend(reason.trim() || undefined)}
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
