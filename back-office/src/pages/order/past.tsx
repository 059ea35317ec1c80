import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../parts/panel.tsx';
import { Blame } from './blame.tsx';
import { Compare } from './compare.tsx';
import { History } from './history.tsx';

/** What happened to the order, who made each value what it is, and what differs between two moments. */
export const Past = ({ orderId }: { readonly orderId: number }) => {
  const { t } = useTranslation();
  return (
    <Panel label={t('order.past')}>
      <Tabs defaultValue="history" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="history">{t('order.history')}</Tabs.Tab>
          <Tabs.Tab value="blame">{t('order.blame')}</Tabs.Tab>
          <Tabs.Tab value="compare">{t('order.compare')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="history" pt="md">
          <History orderId={orderId} />
        </Tabs.Panel>
        <Tabs.Panel value="blame" pt="md">
          <Blame orderId={orderId} />
        </Tabs.Panel>
        <Tabs.Panel value="compare" pt="md">
          <Compare orderId={orderId} />
        </Tabs.Panel>
      </Tabs>
    </Panel>
  );
};
