import { Tabs, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { BrandFile } from './brand-file.tsx';
import { Guide } from './guide.tsx';
import { Lists } from './lists-tab.tsx';
import { Places } from './places.tsx';
import { Zones } from './zones.tsx';

const TABS = [
  { name: 'guide', Tab: Guide },
  { name: 'places', Tab: Places },
  { name: 'zones', Tab: Zones },
  { name: 'lists', Tab: Lists },
  { name: 'file', Tab: BrandFile },
] as const;
const tabOf = ({ tab }: Readonly<Record<string, unknown>>) => TABS.find(({ name }) => name === tab)?.name ?? 'guide';

/** On a phone not all tabs fit: the one that is shown is brought into sight. */
const intoSight = (tab: HTMLElement | null): void => tab?.scrollIntoView({ inline: 'center', block: 'nearest' });

/** What a brand still lacks, and what was set up. */
export const Page = () => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const shown = useSearch({ strict: false, select: tabOf });
  const open = (next: string | null): void =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, tab: next }) } as never);
  return (
    <>
      <Title order={1}>{t('nav.setUp')}</Title>
      <Tabs value={shown} onChange={open} keepMounted={false}>
        <Tabs.List>
          {TABS.map(({ name }) => (
            <Tabs.Tab key={name} value={name} ref={name === shown ? intoSight : undefined}>
              {t(`setUp.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map(({ name, Tab }) => (
          <Tabs.Panel key={name} value={name} pt="md">
            <Tab />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
};
