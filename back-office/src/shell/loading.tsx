import { Center, Loader } from '@mantine/core';

/** While a page is on its way. */
export const Loading = () => (
  <Center h="60vh" role="status" aria-label="…">
    <Loader type="dots" aria-hidden />
  </Center>
);
