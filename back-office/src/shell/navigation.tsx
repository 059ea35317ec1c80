import { IconDots } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../session/session.ts';
import classes from './navigation.module.css';
import { PageLink } from './page-link.tsx';
import { PAGES } from './pages.ts';

/** A phone has room for so many beside each other. With more, the last place opens the rest. */
const IN_A_ROW = 5;

/** The pages that the person may see: beside the page, and below it on a phone. */
export const Navigation = () => {
  const { t } = useTranslation();
  const may = useMay();
  const { pathname } = useLocation();
  /** The page on which the rest was opened: on another one it is closed again. */
  const [openedOn, setOpenedOn] = useState<string>();
  const isOpen = openedOn === pathname;
  const pages = PAGES.filter(({ isFor }) => isFor(may));
  const hasRest = pages.length > IN_A_ROW;
  return (
    <nav
      className={classes.nav}
      aria-label={t('shell.navigation')}
      data-open={isOpen || undefined}
      onKeyDown={({ key }) => key === 'Escape' && setOpenedOn(undefined)}
    >
      {pages.map(({ to, name, Icon }, index) => (
        <PageLink
          key={to}
          to={to}
          className={classes.link}
          data-rest={(hasRest && index >= IN_A_ROW - 1) || undefined}
          activeProps={{ 'aria-current': 'page' }}
        >
          <Icon size={22} stroke={1.75} aria-hidden />
          <span>{t(name)}</span>
        </PageLink>
      ))}
      {hasRest && (
        <button
          type="button"
          className={`${classes.link} ${classes.more}`}
          aria-expanded={isOpen}
          data-here={pages.slice(IN_A_ROW - 1).some(({ to }) => pathname.endsWith(to)) || undefined}
          onClick={() => setOpenedOn(isOpen ? undefined : pathname)}
        >
          <IconDots size={22} stroke={1.75} aria-hidden />
          <span>{t('shell.more')}</span>
        </button>
      )}
    </nav>
  );
};
