import type { PointKey } from './point-keys.ts';

interface Booking {
  readonly point: PointKey;
  /** Its name in examples/brand. Left out: the venue finds a place. */
  readonly table?: string;
  /** `HH:MM`, on the day and on the one after. */
  readonly at: string;
  readonly guests: number;
  readonly name: string;
  readonly phone: string;
  readonly comment?: string;
  readonly type?: 'banquet';
}

/** The guests who have booked for the day of the seeding and the next day. */
export const BOOKINGS: readonly Booking[] = [
  { point: 'amir_temur', table: 'amir_temur_main_3', at: '12:30', guests: 3, name: 'Азиза', phone: '+998901112233' },
  { point: 'amir_temur', table: 'amir_temur_main_9', at: '13:00', guests: 7, name: 'Тимур', phone: '+998935550102' },
  { point: 'amir_temur', table: 'amir_temur_terrace_1', at: '15:00', guests: 2, name: 'Ольга', phone: '+998977010203' },
  { point: 'amir_temur', table: 'amir_temur_main_4', at: '17:30', guests: 4, name: 'Камола', phone: '+998909876543' },
  {
    point: 'amir_temur',
    table: 'amir_temur_cabins_3',
    at: '19:00',
    guests: 12,
    name: 'Шерзод',
    phone: '+998981234567',
    comment: 'Юбилей, торт привезут сами',
    type: 'banquet',
  },
  { point: 'amir_temur', table: 'amir_temur_main_1', at: '19:30', guests: 2, name: 'Дильноза', phone: '+998946667788' },
  { point: 'amir_temur', at: '20:00', guests: 5, name: 'Андрей', phone: '+998903334455', comment: 'Лучше у окна' },
  { point: 'chilonzor', table: 'chilonzor_main_2', at: '12:00', guests: 4, name: 'Наргиза', phone: '+998905556677' },
  { point: 'chilonzor', table: 'chilonzor_yard_1', at: '16:00', guests: 6, name: 'Бахтиёр', phone: '+998933332211' },
  {
    point: 'chilonzor',
    table: 'chilonzor_yard_3',
    at: '18:30',
    guests: 10,
    name: 'Семья Юсуповых',
    phone: '+998971112200',
    comment: 'Два детских стула',
  },
  { point: 'chilonzor', table: 'chilonzor_main_8', at: '20:00', guests: 8, name: 'Жамшид', phone: '+998909990011' },
];
