import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Foot } from './foot.tsx';
import { RefusalNote } from './refusal-note.tsx';
import { useSending } from './use-sending.ts';

interface SendFormProps {
  /** Words of the button that sends. */
  readonly send: string;
  readonly isReady: boolean;
  /** Sends. What it throws is shown: beside the field that the server names, else above the button. */
  readonly onSend: () => Promise<unknown>;
  readonly children: (refusalOf: (field: string) => string | undefined) => ReactNode;
  readonly fields: readonly string[];
}

/** A form that stays where it is when it has been sent. */
export const SendForm = ({ send: words, isReady, onSend, children, fields }: SendFormProps) => {
  const { isSending, refusal, send, form } = useSending<HTMLFormElement>();
  const isBeside = refusal?.field !== undefined && fields.includes(refusal.field);
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isSending) void send(onSend);
      }}
    >
      <Stack>
        {children((field) => (refusal?.field === field ? refusal.words : undefined))}
        <RefusalNote refusal={isBeside ? undefined : refusal} />
        <Foot>
          <Button size="md" type="submit" loading={isSending} disabled={!isReady}>
            {words}
          </Button>
        </Foot>
      </Stack>
    </form>
  );
};
