export type PointKey = 'amir_temur' | 'chilonzor';

interface Hours {
  readonly open: string;
  readonly close: string;
}

const weekdays = ({ open, close }: Hours) => [1, 2, 3, 4].map((day) => ({ day, is_open: true, open, close }));
const weekend = ({ open, close }: Hours) => [5, 6, 7].map((day) => ({ day, is_open: true, open, close }));

/** Fields of DefinePoint. On Fridays and at the weekend both work past midnight, so their business day has a cutoff. */
export const POINTS = {
  amir_temur: {
    name: 'Олтин Чинор на Амира Темура',
    short_name: 'Амир Темур',
    address: 'г. Ташкент, Мирабадский район, проспект Амира Темура, 41',
    phone: '+998 71 205 41 41',
    latitude: 41.305812,
    longitude: 69.281754,
    delivery_distance: 7000,
    timezone: 'Asia/Tashkent',
    business_day_cutoff: '04:00',
    preparation_minutes: 25,
    working_hours: [...weekdays({ open: '09:00', close: '23:00' }), ...weekend({ open: '09:00', close: '01:00' })],
    reservation_rules: {
      default_duration_minutes: 120,
      min_duration_minutes: 60,
      max_duration_minutes: 360,
      max_days_ahead: 60,
      slot_step_minutes: 30,
      no_show_after_minutes: 30,
      unassigned_auto_confirm_guests_per_hour: 12,
    },
  },
  chilonzor: {
    name: 'Олтин Чинор на Чиланзаре',
    short_name: 'Чиланзар',
    address: 'г. Ташкент, Чиланзарский район, квартал 9, ул. Бунёдкор, 17',
    phone: '+998 71 205 41 42',
    latitude: 41.285623,
    longitude: 69.203911,
    delivery_distance: 5000,
    timezone: 'Asia/Tashkent',
    business_day_cutoff: '04:00',
    preparation_minutes: 20,
    working_hours: [...weekdays({ open: '10:00', close: '23:00' }), ...weekend({ open: '10:00', close: '00:30' })],
    reservation_rules: {
      default_duration_minutes: 90,
      min_duration_minutes: 30,
      max_duration_minutes: 240,
      max_days_ahead: 30,
      slot_step_minutes: 30,
      no_show_after_minutes: 20,
      unassigned_auto_confirm_guests_per_hour: 8,
    },
  },
} as const satisfies Record<PointKey, object>;
