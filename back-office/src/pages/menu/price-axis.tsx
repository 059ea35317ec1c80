import { useTranslation } from 'react-i18next';
import { useFormats } from '../../parts/formats.ts';
import classes from './menu.module.css';
import { type PriceWindow, piecesOf } from './windows.ts';

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const HOURS = [0, 6, 12, 18] as const;

interface PriceAxisProps {
  /** What is taken at any other time, in the smallest unit. */
  readonly price: number;
  readonly windows: readonly PriceWindow[];
}

/** The week, a line for each day: when which price holds. The windows stand below as text, so readers are spared it. */
export const PriceAxis = ({ price, windows }: PriceAxisProps) => {
  const { t } = useTranslation();
  const { money, shortWeekday, unit } = useFormats();
  return (
    <figure className={classes.axis} aria-hidden>
      <figcaption>{t('menu.otherwise', { price: money(price) })}</figcaption>
      {DAYS.map((day) => (
        <div key={day} className={classes.axisDay}>
          <span>{shortWeekday(day)}</span>
          <div>
            {windows.flatMap((window) =>
              piecesOf(window)
                .filter((piece) => piece.day === day)
                .map(({ start, end }) => (
                  <i
                    key={`${window.key} ${start}`}
                    style={{ left: `${start * 100}%`, width: `${(end - start) * 100}%` }}
                  >
                    {window.price === '' ? '' : money(Math.round(Number(window.price) * unit))}
                  </i>
                )),
            )}
          </div>
        </div>
      ))}
      <div className={classes.axisHours}>
        {HOURS.map((hour) => (
          <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
            {String(hour).padStart(2, '0')}:00
          </span>
        ))}
      </div>
    </figure>
  );
};
