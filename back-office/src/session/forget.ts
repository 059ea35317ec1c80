import type { QueryClient } from '@tanstack/react-query';

/** The session has ended: what was read goes, and the shell shows the sign-in page. What was typed into the address stays. */
export const forgetPerson = (client: QueryClient): void => {
  client.setQueryData(['session'], null);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
};
