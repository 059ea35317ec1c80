import type { Applied } from '../brand-file/apply.ts';
import { addDays, localTimeOf } from '../domain/reservations/local-clock.ts';
import { BOOKINGS } from './brand/bookings.ts';
import { demoPoint } from './brand/demo-file.ts';
import { idIn } from './seed-brand.ts';
import { forEach, type Step } from './steps.ts';

/** By that time no guest is late for the booking, however long the rest of the seeding takes. */
const MINUTES_AHEAD = 10;

/** Books for today at the points and for the next day, as if guests had called. Times that are over are not booked. */
export const seedBookings = async (step: Step, ids: Applied['ids'], now: number): Promise<void> => {
  const wanted = BOOKINGS.flatMap((booking) => {
    const { timezone } = demoPoint(booking.point);
    const soon = localTimeOf(now + MINUTES_AHEAD * 60_000, timezone);
    const { date } = localTimeOf(now, timezone);
    return [date, addDays(date, 1)]
      .filter((day) => `${day} ${booking.at}` > `${soon.date} ${soon.time}`)
      .map((day) => ({ ...booking, day }));
  });
  await forEach(wanted, ({ point, table, at, day, name, phone, ...rest }) =>
    step(`booking/${point}/${phone}/${day}`, 'BookTable', {
      point_id: idIn(ids, 'points', point),
      date: day,
      start_time: at,
      guest: { name, phone },
      ...rest,
      table_id: table === undefined ? null : idIn(ids, 'tables', table),
    }),
  );
};
