import { Group, Tabs, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../parts/formats.ts';
import { MoneyTitle } from '../../parts/money-title.tsx';
import { PeriodPicker } from '../../parts/period-picker.tsx';
import { usePoint } from '../../points.ts';
import { Accounts } from './accounts.tsx';
import { type Tab, useMoney } from './asked.ts';
import classes from './money.module.css';
import { Movements } from './movements.tsx';
import { Partners } from './partners.tsx';
import { Payroll } from './payroll.tsx';
import { Shifts } from './shifts.tsx';

const PANELS = { shifts: Shifts, accounts: Accounts, movements: Movements, partners: Partners, payroll: Payroll };
/** What stands there now needs no days. */
const WITHOUT_DAYS: readonly Tab[] = ['accounts', 'partners'];

/** The point's money: what the till took, where it is, who owes whom, and what people earn. */
export const Page = () => {
  const { t } = useTranslation();
  const money = useMoney();
  const { day, currency } = useFormats();
  const point = usePoint();
  const { search, set, period, periodName, tabs, today } = money;
  const tab = tabs.find((name) => name === search.tab) ?? 'shifts';
  const Panel = PANELS[tab];
  return (
    <>
      <Group justify="space-between" gap="sm" className={classes.noPrint}>
        <MoneyTitle title={t('nav.money')} />
        {!WITHOUT_DAYS.includes(tab) && (
          <PeriodPicker
            name={periodName}
            period={period}
            onName={(name) => set({ period: name, from: undefined, to: undefined })}
            onDays={(days) => set({ ...days, period: undefined })}
          />
        )}
      </Group>
      {tabs.length > 1 && (
        <Tabs
          className={classes.noPrint}
          value={tab}
          onChange={(next) => set({ tab: next as Tab, shift: undefined, employee: undefined })}
        >
          <Tabs.List>
            {tabs.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {t(`money.tab.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      )}
      {search.shift === undefined && (
        <Text className={classes.onPaper}>
          {[
            `${t(`money.tab.${tab}`)}, ${currency}`,
            point.name,
            ...(WITHOUT_DAYS.includes(tab) ? [day(`${today} 00:00:00`)] : []),
          ].join(', ')}
          {!WITHOUT_DAYS.includes(tab) && `, ${day(`${period.from} 00:00:00`)} – ${day(`${period.to} 00:00:00`)}`}
        </Text>
      )}
      <div className={classes.panel}>
        <Panel money={money} />
      </div>
    </>
  );
};
