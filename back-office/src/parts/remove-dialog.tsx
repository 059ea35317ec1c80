import { Button, Select, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePoint } from '../points.ts';
import { useAct } from '../reading/act.ts';
import { namesQuery } from '../reading/board.ts';
import { numberOf } from '../reading/order-facts.ts';
import type { Order } from '../reading/types.ts';
import { Dialog } from './dialog.tsx';
import { Foot } from './foot.tsx';

/** Deleting an order can't be undone, so it asks first, and for the cause. */
export const RemoveDialog = ({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const act = useAct();
  const { id } = usePoint();
  const { data: names } = useQuery(namesQuery(id));
  const causes = names?.cancelCauses ?? [];
  const [cause, setCause] = useState<string | null>(null);
  const [comment, setComment] = useState('');
  const chosen = cause ?? causes.find(({ is_default }) => is_default)?.id.toString() ?? null;
  const isRejected = order.status === 'AWAITING_CONFIRMATION';

  const remove = (): void => {
    onClose();
    const fields = {
      order_id: order.order_id,
      cancel_cause_id: chosen === null ? null : Number(chosen),
      comment: comment.trim() || null,
    };
    const after = { ...order, status: 'DELETED' as const };
    void act(isRejected ? 'RejectOrder' : 'DeleteCheque', fields, { order: { before: order, after } });
  };
  return (
    <Dialog onClose={onClose} title={t(isRejected ? 'order.reject' : 'order.delete')}>
      <Stack>
        <Text>{t('order.deleteAsk', { number: numberOf(order) })}</Text>
        <Select
          size="md"
          label={t('order.cause')}
          data={causes.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={chosen}
          onChange={setCause}
        />
        <Textarea
          size="md"
          label={t('order.comment')}
          maxLength={500}
          autosize
          minRows={2}
          value={comment}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
        />
        <Foot>
          <Button size="md" variant="default" onClick={onClose}>
            {t('shell.keep')}
          </Button>
          <Button size="md" color="red" onClick={remove}>
            {t(isRejected ? 'order.reject' : 'order.delete')}
          </Button>
        </Foot>
      </Stack>
    </Dialog>
  );
};
