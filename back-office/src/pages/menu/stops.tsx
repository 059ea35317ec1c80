import { Button, Group, Select, Text } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../api.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { Nothing } from '../../parts/nothing.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { say } from '../../parts/say.ts';
import { onFirstTap } from '../../parts/second-tap.ts';
import { TextField } from '../../parts/text-field.tsx';
import { WideTable } from '../../parts/wide-table.tsx';
import { boardQuery, useAsked } from '../../reading/board.ts';
import { useMenuCommand } from '../../reading/catalogue.ts';
import { menuQuery } from '../../reading/menu.ts';
import { useMay } from '../../session/session.ts';
import type { Menu } from './asked.ts';

/** What has run out, or is left in small numbers; live, because each sale takes of it. */
export const Stops = ({ menu: { asked, isNow } }: { readonly menu: Menu }) => {
  const { t } = useTranslation();
  const { number } = useFormats();
  const may = useMay();
  const give = useMenuCommand();
  const [isStopping, setStopping] = useState(false);
  const { data: board } = useSuspenseQuery(boardQuery(asked.pointId, useAsked('getBoard')));
  const canStop = isNow && may.command('SetStopList');
  const sellAgain = (productId: number): Promise<unknown> =>
    give('ClearStopList', { point_id: asked.pointId, product_ids: [productId] }).catch((error: unknown) =>
      say(wordsOf(error)),
    );
  return (
    <>
      {canStop && (
        <Group>
          <Button size="md" leftSection={<IconHandStop size={18} aria-hidden />} onClick={() => setStopping(true)}>
            {t('menu.stopOne')}
          </Button>
        </Group>
      )}
      {board.stop_list.length === 0 ? (
        <Nothing title={t('menu.noStops')} what={t('menu.noStopsWhat')} />
      ) : (
        <WideTable
          label={t('now.stopped')}
          heads={[t('abc.product'), { figure: t('menu.left') }, { acts: t('sales.more') }]}
        >
          {board.stop_list.map(({ product_id, name, quantity }) => (
            <tr key={product_id}>
              <td>
                <b>{name}</b>
              </td>
              <td data-figure>{quantity === 0 ? t('menu.none') : number(quantity)}</td>
              <td>
                {canStop && (
                  <Button size="sm" variant="light" onClick={onFirstTap(() => void sellAgain(product_id))}>
                    {t('kitchen.sellAgain')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </WideTable>
      )}
      {isStopping && <Stop pointId={asked.pointId} onClose={() => setStopping(false)} />}
    </>
  );
};

/** So many are left, or none: the last one is sold once. */
const Stop = ({ pointId, onClose }: { readonly pointId: string; readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const give = useMenuCommand();
  const { data: dishes = [] } = useQuery(menuQuery(pointId));
  const [product, setProduct] = useState<string | null>(null);
  const [left, setLeft] = useState<number | string>(0);
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title={t('menu.stopOne')}
      send={t('menu.stopDo')}
      isReady={product !== null && left !== ''}
      onClose={onClose}
      onSend={() =>
        give('SetStopList', {
          point_id: pointId,
          entries: [
            {
              product_id: Number(product),
              quantity: Number(left),
              ...(reason.trim() !== '' && { reason: reason.trim() }),
            },
          ],
        })
      }
      fields={[]}
    >
      {() => (
        <>
          <Select
            size="md"
            label={t('abc.product')}
            data={dishes.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={product}
            onChange={setProduct}
            limit={100}
            searchable
            data-autofocus
          />
          <NumberField
            label={t('menu.left')}
            description={t('menu.leftWhat')}
            min={0}
            decimalScale={3}
            value={left}
            onChange={setLeft}
          />
          <TextField label={t('order.reason')} maxLength={255} value={reason} onChange={setReason} />
          {dishes.length === 0 && <Text c="dimmed">{t('menu.nothing')}</Text>}
        </>
      )}
    </FormDialog>
  );
};
