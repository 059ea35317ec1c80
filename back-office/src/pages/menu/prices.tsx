import { ActionIcon, Button, Chip, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField, minorOf } from '../../parts/amount-field.tsx';
import { Foot } from '../../parts/foot.tsx';
import { useFormats } from '../../parts/formats.ts';
import { RefusalNote } from '../../parts/refusal-note.tsx';
import { TimeField } from '../../parts/time-field.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { usePoint } from '../../points.ts';
import { type DefinedProduct, useMenuCommand } from '../../reading/catalogue.ts';
import { useMay } from '../../session/session.ts';
import { PriceAxis } from './price-axis.tsx';
import { changesOf, type PriceWindow } from './windows.ts';

const WEEK = [1, 2, 3, 4, 5, 6, 7] as const;

/** What the point takes for a product: always, and in windows of the week. */
export const Prices = ({ product }: { readonly product: DefinedProduct }) => {
  const { t } = useTranslation();
  const { unit, money, shortWeekday } = useFormats();
  const { id: pointId, name: pointName } = usePoint();
  const may = useMay();
  const give = useMenuCommand();
  const { isSending, refusal, send, form } = useSending();
  const before = product.state.points.find(({ point_id }) => point_id === pointId)?.prices ?? [];
  const plain = before.find(({ window }) => window === null)?.price;
  const [price, setPrice] = useState<number | string>(plain === undefined ? '' : plain / unit);
  const [windows, setWindows] = useState<readonly PriceWindow[]>(
    before.flatMap(({ window, price: amount }, key) =>
      window ? [{ key, days: window.days, from: window.from, to: window.to, price: amount / unit }] : [],
    ),
  );
  const set = (key: number, change: Partial<PriceWindow>): void =>
    setWindows(windows.map((each) => (each.key === key ? { ...each, ...change } : each)));
  const add = (): void => {
    const key = Math.max(0, ...windows.map((each) => each.key)) + 1;
    setWindows([...windows, { key, days: [1, 2, 3, 4, 5], from: '12:00', to: '15:00', price: '' }]);
  };
  const after = {
    price: minorOf(price, unit),
    windows: windows.flatMap(({ days, from, to, price: typed }) => {
      const amount = minorOf(typed, unit);
      return amount === undefined ? [] : [{ days, from, to, price: amount }];
    }),
  };
  const changes = changesOf(product.id, before, after);
  const isWhole = after.windows.length === windows.length && windows.every(({ days }) => days.length > 0);
  const canSet = may.command('SetPrices');
  return (
    <Stack gap="sm" ref={form}>
      <Text fw={600}>{t('menu.pricesAt', { point: pointName })}</Text>
      <PriceAxis price={after.price ?? product.base_price} windows={windows} />
      <AmountField
        label={t('menu.pointPrice')}
        description={t('menu.pointPriceWhat', { price: money(product.base_price) })}
        value={price}
        onChange={setPrice}
      />
      {windows.map(({ key, days, from, to, price: typed }) => (
        <Stack key={key} gap="xs">
          <Group gap={4}>
            {WEEK.map((day) => (
              <Chip
                key={day}
                size="md"
                checked={days.includes(day)}
                onChange={(isOn) =>
                  set(key, { days: isOn ? [...days, day].sort() : days.filter((each) => each !== day) })
                }
              >
                {shortWeekday(day)}
              </Chip>
            ))}
          </Group>
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <TimeField
              label={t('period.from')}
              width={110}
              value={from}
              onChange={(next) => set(key, { from: next })}
            />
            <TimeField label={t('menu.until')} width={110} value={to} onChange={(next) => set(key, { to: next })} />
            <AmountField label={t('order.price')} value={typed} onChange={(next) => set(key, { price: next })} />
            <ActionIcon
              size={44}
              variant="subtle"
              color="gray"
              aria-label={t('menu.removeWindow')}
              onClick={() => setWindows(windows.filter((each) => each.key !== key))}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </Group>
        </Stack>
      ))}
      {canSet && (
        <Group>
          <Button size="md" variant="subtle" leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
            {t('menu.addWindow')}
          </Button>
        </Group>
      )}
      <RefusalNote refusal={refusal} />
      {canSet && (
        <Foot>
          <Button
            size="md"
            loading={isSending}
            disabled={changes.length === 0 || !isWhole}
            onClick={() => void send(() => give('SetPrices', { point_id: pointId, prices: changes }))}
          >
            {t('menu.savePrices')}
          </Button>
        </Foot>
      )}
    </Stack>
  );
};
