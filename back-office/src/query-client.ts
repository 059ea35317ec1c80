import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isSignedOut } from './api.ts';
import { forgetPerson } from './session/forget.ts';

/** What the pages have read. The live feed says what to read anew, so nothing grows old by time alone. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (isSignedOut(error) && query.queryKey[0] !== 'session') forgetPerson(queryClient);
    },
  }),
  defaultOptions: {
    queries: {
      // Our client repeats what may be repeated.
      retry: false,
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});
