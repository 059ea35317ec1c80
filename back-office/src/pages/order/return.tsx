import { Group, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Answer } from '@tillstream/client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { NumberField } from '../../parts/number-field.tsx';
import { usePoint } from '../../points.ts';
import { sendCommand } from '../../reading/act.ts';
import { namesQuery } from '../../reading/board.ts';

interface ReturnProps {
  readonly order: Answer<'getVenueOrder'>;
  readonly onClose: () => void;
}

/** Goods come back after the cheque was closed. What goes back in money, the server computes from how it was paid. */
export const Return = ({ order, onClose }: ReturnProps) => {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { id } = usePoint();
  const { data: names } = useQuery(namesQuery(id));
  const [back, setBack] = useState<Readonly<Record<number, number | string>>>({});
  const [type, setType] = useState<string | null>(null);
  const lines = order.items
    .map(({ line_id }) => ({ line_id, quantity: Number(back[line_id] ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
  const paidBy = order.payments[0]?.payment_type_id;
  const chosen = type ?? (paidBy === undefined ? null : String(paidBy));
  return (
    <FormDialog
      title={t('order.do.return')}
      send={t('order.do.return')}
      colour="red"
      isReady={lines.length > 0 && chosen !== null}
      onClose={onClose}
      fields={['payment_type_id']}
      onSend={() => sendCommand('ReturnGoods', { order_id: order.order_id, lines, payment_type_id: Number(chosen) })}
    >
      {(refusalOf) => (
        <>
          {order.items.map(({ line_id, name, quantity, returned_quantity }) => {
            const left = quantity - returned_quantity;
            return (
              <Group key={line_id} justify="space-between" wrap="nowrap">
                <div>
                  <Text>{name}</Text>
                  <Text size="sm" c="dimmed">
                    {t('order.sold', { quantity: number(left) })}
                  </Text>
                </div>
                <NumberField
                  w={120}
                  aria-label={t('order.returnOf', { name })}
                  min={0}
                  max={left}
                  decimalScale={3}
                  disabled={left <= 0}
                  value={back[line_id] ?? 0}
                  onChange={(value) => setBack({ ...back, [line_id]: value })}
                />
              </Group>
            );
          })}
          <Select
            size="md"
            label={t('order.giveBackBy')}
            data={(names?.paymentTypes ?? []).map((each) => ({ value: String(each.id), label: each.name }))}
            value={chosen}
            onChange={setType}
            allowDeselect={false}
            error={refusalOf('payment_type_id')}
          />
        </>
      )}
    </FormDialog>
  );
};
