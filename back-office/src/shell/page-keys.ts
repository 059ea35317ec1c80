import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useMay } from '../session/session.ts';
import { PAGES } from './pages.ts';

/** Alt and a digit open a page of the navigation: alone, digits belong to the page. */
export const useKeysOfPages = (): void => {
  const navigate = useNavigate();
  const may = useMay();
  useHotkeys(
    PAGES.filter(({ isFor }) => isFor(may)).map(({ to }, index) => [
      `alt+${index + 1}`,
      () => void navigate({ to } as never),
    ]),
  );
};
