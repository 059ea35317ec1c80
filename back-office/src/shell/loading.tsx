import { Center, Loader } from '@mantine/core';

/** While a page is on its way. */
export const Loading = () => (
  <Center h="60vh">
    <Loader type="dots" aria-label="…" />
  </Center>
);
