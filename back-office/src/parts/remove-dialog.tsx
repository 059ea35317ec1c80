import { Select, Text, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePoint } from '../points.ts';
import { sendCommand } from '../reading/act.ts';
import { namesQuery } from '../reading/board.ts';
import { readOrderAnew } from '../reading/keys.ts';
import { numberOf } from '../reading/order-facts.ts';
import type { Order } from '../reading/types.ts';
import { FormDialog } from './form-dialog.tsx';

/** Deleting an order can't be undone, so it asks first, and for the cause, of which some need a comment. */
export const RemoveDialog = ({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { id } = usePoint();
  const { data: names } = useQuery(namesQuery(id));
  const causes = names?.cancelCauses ?? [];
  const [cause, setCause] = useState<string | null>(null);
  const [comment, setComment] = useState('');
  const chosen = cause ?? causes.find(({ is_default }) => is_default)?.id.toString() ?? null;
  const isRejected = order.status === 'AWAITING_CONFIRMATION';
  const words = t(isRejected ? 'order.reject' : 'order.delete');

  const remove = async (): Promise<void> => {
    await sendCommand(isRejected ? 'RejectOrder' : 'DeleteCheque', {
      order_id: order.order_id,
      cancel_cause_id: chosen === null ? null : Number(chosen),
      comment: comment.trim() || null,
    });
    await readOrderAnew(client, id, order.order_id);
  };
  return (
    <FormDialog
      title={words}
      send={words}
      cancel={t('shell.keep')}
      colour="red"
      onClose={onClose}
      onSend={remove}
      fields={['cancel_cause_id', 'comment']}
    >
      {(refusalOf) => (
        <>
          <Text>{t('order.deleteAsk', { number: numberOf(order) })}</Text>
          <Select
            size="md"
            label={t('order.cause')}
            data={causes.map(({ id: value, name }) => ({ value: String(value), label: name }))}
            value={chosen}
            onChange={setCause}
            error={refusalOf('cancel_cause_id')}
          />
          <Textarea
            size="md"
            label={t('order.comment')}
            maxLength={500}
            autosize
            minRows={2}
            value={comment}
            onChange={({ currentTarget }) => setComment(currentTarget.value)}
            error={refusalOf('comment')}
          />
        </>
      )}
    </FormDialog>
  );
};
