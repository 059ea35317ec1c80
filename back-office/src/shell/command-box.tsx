import '@mantine/spotlight/styles.css';
import { useMantineColorScheme } from '@mantine/core';
import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePoint } from '../points.ts';
import { isFoundBy } from '../reading/find-order.ts';
import { tablesQuery } from '../reading/floor.ts';
import { keysOf } from '../reading/keys.ts';
import { numberOf } from '../reading/order-facts.ts';
import type { Board } from '../reading/types.ts';
import { useMay, useSignIn } from '../session/session.ts';
import { PAGES } from './pages.ts';

/** Of each kind. */
const FOUND = 7;

/** One box for everything: orders by number, table, guest, phone or dish; tables; pages; commands. */
export const CommandBox = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const groups = useFound(query.trim().toLocaleLowerCase()).filter(({ actions }) => actions.length > 0);
  return (
    <Spotlight.Root
      forceOpened
      onSpotlightClose={onClose}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      maxHeight="60dvh"
      scrollable
    >
      <Spotlight.Search
        placeholder={t('search.placeholder')}
        aria-label={t('search.open')}
        leftSection={<IconSearch size={20} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {groups.map(({ group, actions }) => (
          <Spotlight.ActionsGroup key={group} label={group}>
            {actions.map(({ id, ...action }) => (
              <Spotlight.Action key={id} {...action} closeSpotlightOnTrigger={false} mih={44} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && <Spotlight.Empty>{t('search.nothing')}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );

  function useFound(words: string): SpotlightActionGroupData[] {
    const navigate = useNavigate();
    const client = useQueryClient();
    const may = useMay();
    const { id: pointId } = usePoint();
    const { signOut } = useSignIn();
    const { setColorScheme } = useMantineColorScheme();
    const orders = client.getQueryData<Board>(keysOf(pointId).board())?.orders ?? [];
    const { data: tables = [] } = useQuery({ ...tablesQuery(pointId), enabled: may.reading('listTables') });
    const go =
      (to: string, search: object = {}) =>
      (): void => {
        onClose();
        // The point and the instant go along. Filters of the page that is left mean something else on the next one.
        void navigate({ to, search } as never);
      };
    const has = (...texts: readonly unknown[]): boolean =>
      texts.some((text) => `${text ?? ''}`.toLocaleLowerCase().includes(words));

    const found = orders
      .filter((order) => words !== '' && isFoundBy(order, words))
      .slice(0, FOUND)
      .map((order) => ({
        id: `order-${order.order_id}`,
        label: t('order.card', { number: numberOf(order) }),
        description: [order.client.name, order.table_name, ...order.items.map(({ name }) => name)]
          .filter(Boolean)
          .join(', '),
        onClick: go(`/orders/${order.order_id}`),
      }));
    const isNumber = /^\d+$/.test(words) && !orders.some(({ order_id }) => String(order_id) === words);
    return [
      {
        group: t('search.orders'),
        actions: [
          ...found,
          ...(isNumber
            ? [{ id: 'number', label: t('search.byNumber', { number: words }), onClick: go(`/orders/${words}`) }]
            : []),
        ],
      },
      {
        group: t('search.pages'),
        actions: PAGES.filter(({ isFor, name }) => isFor(may) && has(t(name))).map(({ to, name, Icon }) => ({
          id: to,
          label: t(name),
          leftSection: <Icon size={20} aria-hidden />,
          onClick: go(to),
        })),
      },
      {
        group: t('search.tables'),
        actions: tables
          .filter(({ name, hall_name }) => words !== '' && has(name, hall_name))
          .slice(0, FOUND)
          .map(({ id, name, hall_name }) => ({
            id: `table-${id}`,
            label: name,
            description: hall_name,
            onClick: go('/floor', { table: id }),
          })),
      },
      {
        group: t('search.commands'),
        actions: [
          { id: 'dark', label: t('search.themeDark'), onClick: () => setColorScheme('dark') },
          { id: 'light', label: t('search.themeLight'), onClick: () => setColorScheme('light') },
          { id: 'out', label: t('session.signOut'), onClick: () => void signOut() },
        ].filter(({ label }) => has(label)),
      },
    ];
  }
};
