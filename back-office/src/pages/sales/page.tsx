import { Group, Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MoneyTitle } from '../../parts/money-title.tsx';
import { PeriodPicker } from '../../parts/period-picker.tsx';
import { usePoints } from '../../points.ts';
import { Abc } from './abc.tsx';
import { useSales } from './asked.ts';
import { Changes } from './changes.tsx';
import { PivotPanel } from './pivot-panel.tsx';
import classes from './sales.module.css';
import { WhichPoints } from './which-points.tsx';

const TABS = ['pivot', 'abc', 'changes'] as const;

/** What was sold, in any grouping; how much each product brings; and what a report said before. */
export const Page = () => {
  const { t } = useTranslation();
  const sales = useSales();
  const { search, set, period, periodName } = sales;
  const points = usePoints();
  const tab = TABS.find((name) => name === search.tab) ?? 'pivot';
  return (
    <>
      <Group justify="space-between" gap="sm">
        <MoneyTitle title={t('nav.sales')} />
        <Group gap="xs" className={classes.noPrint}>
          {points.length > 1 && <WhichPoints sales={sales} />}
          <PeriodPicker
            name={periodName}
            period={period}
            onName={(name) => set({ period: name, from: undefined, to: undefined })}
            onDays={(days) => set({ ...days, period: undefined })}
          />
        </Group>
      </Group>
      <Tabs
        value={tab}
        onChange={(next) => set({ tab: next === 'pivot' ? undefined : (next as (typeof TABS)[number]) })}
        keepMounted={false}
      >
        <Tabs.List className={classes.noPrint}>
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`sales.tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="pivot" pt="md">
          <PivotPanel sales={sales} />
        </Tabs.Panel>
        <Tabs.Panel value="abc" pt="md">
          <Abc sales={sales} />
        </Tabs.Panel>
        <Tabs.Panel value="changes" pt="md">
          <Changes sales={sales} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
};
