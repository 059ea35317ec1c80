import { IconArrowBackUp, IconMaximize, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAt } from '../../place.ts';
import { useBoard, useClock } from '../../reading/board.ts';
import { AllDay } from './all-day.tsx';
import { allDayOf, doneOf, ticketsOf } from './in-kitchen.ts';
import classes from './kitchen.module.css';
import { useSoundOfNew } from './sound.ts';
import { Ticket } from './ticket.tsx';

/** The frame hides what stands around the page then. */
const toggleFullScreen = (): void =>
  void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());

/** For the wall of a kitchen: what is to be cooked, the oldest first, large and dark. */
export const Page = () => {
  const { t } = useTranslation();
  const at = useAt();
  const board = useBoard();
  const clock = useClock(board);
  const tickets = useMemo(() => ticketsOf(board.orders), [board.orders]);
  const done = useMemo(() => doneOf(board.orders), [board.orders]);
  const allDay = useMemo(() => allDayOf(tickets), [tickets]);
  const [showsDone, setShowsDone] = useState(false);
  const sound = useSoundOfNew(tickets, at === undefined);
  const shown = showsDone ? done : tickets;

  return (
    <div className={classes.kitchen}>
      <div className={classes.bar}>
        <h1>{t('nav.kitchen')}</h1>
        <span className={classes.count} aria-live="polite">
          {t('kitchen.tickets', { count: tickets.length })}
        </span>
        <div className={classes.tools}>
          <button
            type="button"
            className={classes.tool}
            aria-pressed={showsDone}
            onClick={() => setShowsDone(!showsDone)}
          >
            <IconArrowBackUp size={22} aria-hidden />
            {t('kitchen.recall')}
          </button>
          <button type="button" className={classes.tool} aria-pressed={sound.isOn} onClick={sound.toggle}>
            {sound.isOn ? <IconVolume size={22} aria-hidden /> : <IconVolumeOff size={22} aria-hidden />}
            {t('kitchen.sound')}
          </button>
          <button type="button" className={classes.tool} onClick={toggleFullScreen}>
            <IconMaximize size={22} aria-hidden />
            {t('kitchen.fullScreen')}
          </button>
        </div>
      </div>
      <div className={classes.both}>
        <section tabIndex={0} className={classes.tickets} aria-label={t(showsDone ? 'kitchen.recall' : 'nav.kitchen')}>
          {shown.length === 0 ? (
            <p className={classes.nothing}>{t(showsDone ? 'kitchen.nothingDone' : 'kitchen.nothing')}</p>
          ) : (
            shown.map((order) => <Ticket key={order.order_id} order={order} clock={clock} isDone={showsDone} />)
          )}
        </section>
        <AllDay dishes={allDay} stopList={board.stop_list} />
      </div>
    </div>
  );
};
