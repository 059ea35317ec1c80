import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';
import { Foot } from './foot.tsx';
import { RefusalNote } from './refusal-note.tsx';
import { useSending } from './use-sending.ts';

interface FormDialogProps {
  readonly title: string;
  /** Words of the button that sends. */
  readonly send: string;
  /** Words of the button that sends nothing, where it says more than that. */
  readonly cancel?: string;
  readonly colour?: string;
  readonly isReady?: boolean;
  readonly onClose: () => void;
  /** Sends. What it throws is shown: beside the field that the server names, else above the button. */
  readonly onSend: () => Promise<unknown>;
  /** @param refusalOf the server's words about a field of the command, for Mantine's `error` */
  readonly children: (refusalOf: (field: string) => string | undefined) => ReactNode;
  readonly fields?: readonly string[];
}

/** A form in a dialog. What was typed stays when the server says no. */
export const FormDialog = ({
  title,
  send,
  cancel,
  colour,
  isReady = true,
  onClose,
  onSend,
  children,
  fields = [],
}: FormDialogProps) => {
  const { t } = useTranslation();
  const { isSending, refusal, send: sendOnce, form } = useSending<HTMLFormElement>();
  const shownBeside = refusal?.field !== undefined && fields.includes(refusal.field);

  const submit = async (): Promise<void> => {
    if (await sendOnce(onSend)) onClose();
  };
  return (
    // A finger beside it would lose what was typed.
    <Dialog onClose={onClose} title={title} closeOnClickOutside={false}>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isSending) void submit();
        }}
      >
        <Stack>
          {children((field) => (refusal?.field === field ? refusal.words : undefined))}
          {!shownBeside && <RefusalNote refusal={refusal} />}
          <Foot>
            <Button size="md" variant="default" onClick={onClose}>
              {cancel ?? t('shell.cancel')}
            </Button>
            <Button size="md" type="submit" color={colour} loading={isSending} disabled={!isReady}>
              {send}
            </Button>
          </Foot>
        </Stack>
      </form>
    </Dialog>
  );
};
