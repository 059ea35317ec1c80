import { Tabs, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Calls } from './calls.tsx';
import { Keys } from './keys.tsx';
import { Loyalty } from './loyalty.tsx';

const TABS = ['calls', 'keys', 'loyalty'] as const;
type Tab = (typeof TABS)[number];
const tabOf = ({ tab }: Readonly<Record<string, unknown>>): Tab => TABS.find((each) => each === tab) ?? 'calls';

/** Who is connected: keys of partners, the loyalty service, and every call that was made to them. */
export const Page = () => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const tab = useSearch({ strict: false, select: tabOf });
  const open = (next: string | null): void =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, tab: next }) } as never);
  return (
    <>
      <Title order={1}>{t('nav.integrations')}</Title>
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List>
          {TABS.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`integrations.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="calls" pt="md">
          <Calls />
        </Tabs.Panel>
        <Tabs.Panel value="keys" pt="md">
          <Keys />
        </Tabs.Panel>
        <Tabs.Panel value="loyalty" pt="md">
          <Loyalty />
        </Tabs.Panel>
      </Tabs>
    </>
  );
};
