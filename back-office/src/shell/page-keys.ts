import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useMay } from '../session/session.ts';
import { PAGES } from './pages.ts';

/** The pages that have a digit: the others are found by the search. */
export const DIGITS = 9;

/** Alt and a digit open a page of the navigation: alone, digits belong to the page. */
export const useKeysOfPages = (): void => {
  const navigate = useNavigate();
  const may = useMay();
  useHotkeys(
    PAGES.filter(({ isFor }) => isFor(may))
      .slice(0, DIGITS)
      .map(({ to }, index) => [`alt+${index + 1}`, () => void navigate({ to } as never)]),
  );
};
