import { notifications } from '@mantine/notifications';
import { IconHandStop } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../parts/formats.ts';
import { onFirstTap } from '../../parts/second-tap.ts';
import { usePoint } from '../../points.ts';
import { useAct } from '../../reading/act.ts';
import { useCanAct } from '../../reading/board.ts';
import { keysOf } from '../../reading/keys.ts';
import type { Board } from '../../reading/types.ts';
import { useMay } from '../../session/session.ts';
import type { Dish } from './in-kitchen.ts';
import classes from './kitchen.module.css';

interface AllDayProps {
  readonly dishes: readonly Dish[];
  readonly stopList: Board['stop_list'];
}

/** How much of each dish is to be cooked in all, with a switch that stops its sale; and what is stopped. */
export const AllDay = ({ dishes, stopList }: AllDayProps) => {
  const { t } = useTranslation();
  const { number } = useFormats();
  const may = useMay();
  const canAct = useCanAct();
  const { stop, sellAgain } = useStops();
  const stopped = stopList.filter(({ quantity }) => quantity === 0);
  const isStopped = (id: number): boolean => stopped.some(({ product_id }) => product_id === id);
  const canStop = canAct && may.command('SetStopList');
  return (
    <aside className={classes.allDay} aria-label={t('kitchen.allDay')}>
      <h2>{t('kitchen.allDay')}</h2>
      <ul>
        {dishes.map(({ productId, name, quantity }) => (
          <li key={productId} data-stopped={isStopped(productId) || undefined}>
            <b>{number(quantity)}</b>
            <span>{name}</span>
            {canStop && !isStopped(productId) && (
              <button
                type="button"
                aria-label={t('kitchen.stop', { name })}
                onClick={onFirstTap(() => void stop(productId, name))}
              >
                <IconHandStop size={20} aria-hidden />
              </button>
            )}
          </li>
        ))}
      </ul>
      {stopped.length > 0 && (
        <>
          <h2>{t('now.stopped')}</h2>
          <ul>
            {stopped.map(({ product_id, name }) => (
              <li key={product_id} data-stopped>
                <span>{name}</span>
                {canStop && (
                  <button type="button" data-wide onClick={onFirstTap(() => void sellAgain(product_id))}>
                    {t('kitchen.sellAgain')}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </aside>
  );
};

/** Stops a dish at once, and offers to take it back. */
const useStops = () => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { id: point_id } = usePoint();
  const act = useAct();
  const readAnew = () => client.invalidateQueries({ queryKey: keysOf(point_id).board() });
  const sellAgain = async (productId: number): Promise<void> => {
    await act('ClearStopList', { point_id, product_ids: [productId] });
    await readAnew();
  };
  const stop = async (productId: number, name: string): Promise<void> => {
    if (!(await act('SetStopList', { point_id, entries: [{ product_id: productId, quantity: 0 }] }))) return;
    await readAnew();
    const id = notifications.show({
      message: (
        <span className={classes.undo}>
          {t('kitchen.stoppedNow', { name })}
          <button
            type="button"
            onClick={() => {
              notifications.hide(id);
              void sellAgain(productId);
            }}
          >
            {t('shell.undo')}
          </button>
        </span>
      ),
      autoClose: 8_000,
    });
  };
  return { stop, sellAgain };
};
