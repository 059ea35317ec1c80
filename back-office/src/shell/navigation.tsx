import { useTranslation } from 'react-i18next';
import { useMay } from '../session/session.ts';
import classes from './navigation.module.css';
import { PageLink } from './page-link.tsx';
import { PAGES } from './pages.ts';

/** The pages that the person may see: beside the page, and below it on a phone. */
export const Navigation = () => {
  const { t } = useTranslation();
  const may = useMay();
  return (
    <nav className={classes.nav} aria-label={t('shell.navigation')}>
      {PAGES.filter(({ isFor }) => isFor(may)).map(({ to, name, Icon }) => (
        <PageLink key={to} to={to} className={classes.link} activeProps={{ 'aria-current': 'page' }}>
          <Icon size={22} stroke={1.75} aria-hidden />
          <span>{t(name)}</span>
        </PageLink>
      ))}
    </nav>
  );
};
