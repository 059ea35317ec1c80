import { Alert } from '@mantine/core';
import { wordsOf } from '../api.ts';
import type { Refusal } from './use-sending.ts';

/** The server's words above the button that was pressed; nothing when it refused nothing. */
export const RefusalNote = ({ refusal }: { readonly refusal: Refusal | undefined }) =>
  refusal && (
    <Alert color="red" role="alert">
      {refusal.words}
    </Alert>
  );

/** The same of a reading that failed; nothing when it did not. */
export const ErrorNote = ({ error }: { readonly error: unknown }) =>
  error ? <RefusalNote refusal={{ words: wordsOf(error), field: undefined }} /> : null;
