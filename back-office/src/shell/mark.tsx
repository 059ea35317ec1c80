import { useTranslation } from 'react-i18next';
import { PageLink } from './page-link.tsx';

/** The sign of the house, which leads home. */
export const Mark = () => {
  const { t } = useTranslation();
  return (
    <PageLink to="/now" aria-label={t('shell.home')} style={{ display: 'grid', flexShrink: 0, padding: 6, margin: -6 }}>
      <img src="/back-office/icon.svg" width={32} height={32} alt="" />
    </PageLink>
  );
};
