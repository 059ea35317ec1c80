import { ActionIcon, Alert, Anchor, Button, Group, Select, Stack, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePoint } from '../points.ts';
import { sendCommand } from '../reading/act.ts';
import { boardQuery, namesQuery } from '../reading/board.ts';
import { readOrderAnew } from '../reading/keys.ts';
import { numberOf, paidOnline, remainderOf } from '../reading/order-facts.ts';
import type { Order } from '../reading/types.ts';
import { useMay, usePerson } from '../session/session.ts';
import { PageLink } from '../shell/page-link.tsx';
import { Dialog } from './dialog.tsx';
import { Foot } from './foot.tsx';
import { useFormats } from './formats.ts';
import { NumberField } from './number-field.tsx';
import { dueOf, firstRows, paymentBefore, paymentsOf, type Row, typeOf } from './payments.ts';
import { RefusalNote } from './refusal-note.tsx';
import { useSending } from './use-sending.ts';

/** Takes the payment of a cheque, in parts if the guests like, and closes it. Says what cash to give back. */
export const PayDialog = ({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const client = useQueryClient();
  const point = usePoint();
  const person = usePerson();
  const { data: board } = useSuspenseQuery(boardQuery(point.id, { at: undefined, asAuditor: false }));
  const { data: names } = useQuery(namesQuery(point.id));
  const types = names?.paymentTypes ?? [];
  const remainder = remainderOf(order);
  const online = paidOnline(order);
  const before = paymentBefore(online, order.payment_type_id, types);
  const lacksOnlineType = names !== undefined && online > 0 && before.length === 0;
  const [rows, setRows] = useState(firstRows(order.payments_before, online, remainder, formats.unit));
  const { isSending, refusal, send, form } = useSending<HTMLFormElement>();

  const { missing, change } = dueOf(rows, remainder, types, formats.unit);
  // Cash goes back as change, nothing else does.
  const isTooMuch = missing < 0 && change === 0;
  const cashierId = board.shift?.cashier_id ?? person.employee_id;
  const isReady = missing <= 0 && !isTooMuch && cashierId != null && !lacksOnlineType;
  const set = (key: number, next: Partial<Row>): void =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...next } : row)));

  const pay = async (): Promise<void> => {
    const payments = [...before, ...paymentsOf(rows, remainder, types, formats.unit)];
    const fields = { order_id: order.order_id, cashier_id: cashierId!, payments };
    if (await send(() => sendCommand('CloseCheque', fields))) onClose();
    void readOrderAnew(client, point.id, order.order_id);
  };

  return (
    <Dialog onClose={onClose} closeOnClickOutside={false} title={t('pay.title', { number: numberOf(order) })}>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isSending) void pay();
        }}
      >
        <Stack>
          <Group justify="space-between" align="baseline">
            <Text c="dimmed">{t('pay.toPay')}</Text>
            <Text fz={28} fw={700}>
              {formats.money(remainder)} <Text span>{formats.currency}</Text>
            </Text>
          </Group>
          {online > 0 && (
            <Group justify="space-between">
              <Text c="dimmed">{t('order.paidOnline')}</Text>
              <Text>{formats.money(online)}</Text>
            </Group>
          )}
          {rows.map((row, index) => (
            <Group key={row.key} align="flex-end" gap="xs">
              <Select
                size="md"
                flex="1 1 170px"
                label={index === 0 ? t('pay.type') : undefined}
                aria-label={t('pay.type')}
                data={types.map(({ id, name }) => ({ value: String(id), label: name }))}
                value={String(typeOf(row, types)?.id ?? '') || null}
                onChange={(value) => value !== null && set(row.key, { type: value })}
                allowDeselect={false}
              />
              <Group align="flex-end" wrap="nowrap" gap="xs" flex="1 1 140px">
                <NumberField
                  flex={1}
                  label={index === 0 ? t('pay.amount') : undefined}
                  aria-label={t('pay.amount')}
                  value={row.amount}
                  onChange={(value) => set(row.key, { amount: value })}
                  min={0}
                  decimalScale={formats.exponent}
                  data-autofocus={index === 0 || undefined}
                  onFocus={({ currentTarget }) => currentTarget.select()}
                />
                {rows.length > 1 && (
                  <ActionIcon
                    size={44}
                    variant="subtle"
                    color="gray"
                    aria-label={t('pay.removePart')}
                    onClick={() => setRows(rows.filter((each) => each !== row))}
                  >
                    <IconX size={18} />
                  </ActionIcon>
                )}
              </Group>
            </Group>
          ))}
          <Group justify="space-between">
            <Button
              variant="subtle"
              size="md"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() =>
                setRows([
                  ...rows,
                  { key: Math.max(...rows.map(({ key }) => key)) + 1, amount: Math.max(0, missing) / formats.unit },
                ])
              }
            >
              {t('pay.split')}
            </Button>
            <Text fw={600} aria-live="polite">
              {missing > 0 && t('pay.missing', { amount: formats.money(missing) })}
              {isTooMuch && t('pay.tooMuch', { amount: formats.money(-missing) })}
              {change > 0 && t('pay.change', { amount: formats.money(change) })}
            </Text>
          </Group>
          {cashierId == null && <Alert color="orange">{t('pay.noShift')}</Alert>}
          {lacksOnlineType && <NoOnlineType />}
          <RefusalNote refusal={refusal} />
          <Foot>
            <Button size="lg" flex={1} loading={isSending} type="submit" disabled={!isReady}>
              {t('pay.close')}
            </Button>
          </Foot>
        </Stack>
      </form>
    </Dialog>
  );
};

/** What came online can be told by a type of that kind alone: the set-up has to have one first. */
const NoOnlineType = () => {
  const { t } = useTranslation();
  const may = useMay();
  return (
    <Alert color="orange">
      <Text size="sm">{t('pay.noOnlineType', { kind: t('setUp.paymentOf.online') })}</Text>
      {may.command('DefinePaymentType') && (
        <Anchor component={PageLink} to="/set-up" search={{ tab: 'places' } as never}>
          {t('setUp.step.payments')}
        </Anchor>
      )}
    </Alert>
  );
};
