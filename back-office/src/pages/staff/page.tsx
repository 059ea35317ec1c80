import { Tabs, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay, usePerson } from '../../session/session.ts';
import { Accounts } from './accounts.tsx';
import { Employees } from './employees.tsx';
import { Motivations } from './motivations.tsx';
import { Present } from './present.tsx';
import { Timesheet } from './timesheet.tsx';

const TABS = [
  { name: 'timesheet', reading: 'listAttendanceShifts', Tab: Timesheet },
  { name: 'employees', reading: 'listVenueEmployees', Tab: Employees },
  // They concern the whole brand: who is for some points can't read them.
  { name: 'motivations', reading: 'listVenueMotivations', Tab: Motivations, ofWholeBrand: true },
  { name: 'accounts', reading: 'listAccounts', Tab: Accounts },
] as const;

const tabOf = ({ tab }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof tab === 'string' ? tab : undefined;

/** Who works here, when they worked, and who may sign in. */
export const Page = () => {
  const { t } = useTranslation();
  const may = useMay();
  const navigate = useNavigate();
  const { point_ids } = usePerson();
  const tabs = TABS.filter((tab) => may.reading(tab.reading) && (point_ids === null || !('ofWholeBrand' in tab)));
  const asked = useSearch({ strict: false, select: tabOf });
  const shown = tabs.find(({ name }) => name === asked) ?? tabs[0]!;
  const open = (next: string | null): void =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, tab: next }) } as never);
  return (
    <>
      <Title order={1}>{t('nav.staff')}</Title>
      {may.reading('listEmployees') && <Present />}
      <Tabs value={shown.name} onChange={open} keepMounted={false}>
        <Tabs.List>
          {tabs.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {t(`staff.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ name, Tab }) => (
          <Tabs.Panel key={name} value={name} pt="md">
            <Tab />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
};
