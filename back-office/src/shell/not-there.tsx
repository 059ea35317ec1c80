import { Button, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PageLink } from './page-link.tsx';
import type { PAGES } from './pages.ts';

interface NoPageProps {
  readonly title: string;
  readonly why: string;
  /** The page that is offered instead. */
  readonly instead: Pick<(typeof PAGES)[number], 'to' | 'name'>;
}

/** What stands in a page's place, and the way to another one. */
export const NoPage = ({ title, why, instead }: NoPageProps) => {
  const { t } = useTranslation();
  return (
    <Stack align="center" gap="sm" p="xl" mt="10vh" ta="center">
      <Title order={1}>{title}</Title>
      <Text c="dimmed" maw={480}>
        {why}
      </Text>
      <Button size="md" component={PageLink} to={instead.to}>
        {t(instead.name)}
      </Button>
    </Stack>
  );
};

/** An address that leads to no page. */
export const NotThere = () => {
  const { t } = useTranslation();
  return <NoPage title={t('shell.notThere')} why={t('shell.notThereWhy')} instead={{ to: '/now', name: 'nav.now' }} />;
};
