import { Alert } from '@mantine/core';
import type { Refusal } from './use-sending.ts';

/** The server's words above the button that was pressed; nothing when it refused nothing. */
export const RefusalNote = ({ refusal }: { readonly refusal: Refusal | undefined }) =>
  refusal && (
    <Alert color="red" role="alert">
      {refusal.words}
    </Alert>
  );
