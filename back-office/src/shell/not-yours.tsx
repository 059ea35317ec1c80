import { useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay, usePerson } from '../session/session.ts';
import { NoPage } from './not-there.tsx';
import { PAGES } from './pages.ts';

/** The page of the address, if it is one of the person's own: else it would stand there with a refusal in each of its parts. */
export const OfTheirOwn = ({ children }: { readonly children: ReactNode }) => {
  const { t } = useTranslation();
  const may = useMay();
  const { role } = usePerson();
  // As the page itself: the address is ahead of it while the next page is on its way.
  const shown = useMatches({ select: (matches) => matches.at(-1)?.fullPath });
  const asked = PAGES.find(({ to }) => to === shown);
  const own = PAGES.find(({ isFor }) => isFor(may));
  if (!asked || !own || asked.isFor(may)) return children;
  return <NoPage title={t('shell.notYours')} why={t('shell.notYoursWhy', { role: t(`role.${role}`) })} instead={own} />;
};
