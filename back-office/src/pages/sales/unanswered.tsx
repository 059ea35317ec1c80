import { Alert } from '@mantine/core';

/** What the server says when it does not answer a question: its own words. */
export const Unanswered = ({ words }: { readonly words: string }) => (
  <Alert color="orange" role="alert">
    {words}
  </Alert>
);
