import type { PointKey } from './points.ts';

/** Order types of the contract: 1 hall, 2 takeaway, 3 delivery. */
export const ORDER_TYPE_SUBS = {
  hall: { name: 'В зале', order_type_id: 1, is_default: true },
  hall_app: { name: 'В зале, заказ из приложения', order_type_id: 1, is_default: false },
  banquet: { name: 'Банкет', order_type_id: 1, is_default: false },
  takeaway: { name: 'Навынос', order_type_id: 2, is_default: true },
  takeaway_app: { name: 'Самовывоз, приложение', order_type_id: 2, is_default: false },
  delivery: { name: 'Доставка по телефону', order_type_id: 3, is_default: true },
  delivery_app: { name: 'Доставка, приложение', order_type_id: 3, is_default: false },
} as const;

interface PaymentType {
  readonly name: string;
  /** 1 cash, 2 card, 4 bonuses, 5 online, 6 debt paid by an employee. */
  readonly category_id: 1 | 2 | 4 | 5 | 6;
  readonly points: readonly PointKey[];
}

export const PAYMENT_TYPES: Readonly<Record<string, PaymentType>> = {
  cash: { name: 'Наличные', category_id: 1, points: ['amir_temur', 'chilonzor'] },
  terminal: { name: 'Терминал Uzcard и Humo', category_id: 2, points: ['amir_temur', 'chilonzor'] },
  foreign_cards: { name: 'Терминал Visa и Mastercard', category_id: 2, points: ['amir_temur'] },
  bonuses: { name: 'Бонусы', category_id: 4, points: ['amir_temur', 'chilonzor'] },
  online: { name: 'Оплата онлайн', category_id: 5, points: ['amir_temur', 'chilonzor'] },
  debt: { name: 'В счёт зарплаты', category_id: 6, points: ['amir_temur', 'chilonzor'] },
  corporate: { name: 'Корпоративный счёт', category_id: 6, points: ['amir_temur', 'chilonzor'] },
};

export const PAYMENT_PURPOSES = {
  change_fund: { name: 'Размен в кассу', is_payout: false },
  collection: { name: 'Инкассация', is_payout: true },
  market: { name: 'Закупка на рынке', is_payout: true },
  advance: { name: 'Аванс сотруднику', is_payout: true },
  salary: { name: 'Зарплата', is_payout: true },
  suppliers: { name: 'Оплата поставщикам', is_payout: true },
  rent: { name: 'Аренда', is_payout: true },
} as const;

export const CANCEL_CAUSES = {
  changed_mind: { name: 'Гость передумал', is_default: true, is_comment_required: false },
  waiting: { name: 'Долгое ожидание', is_default: false, is_comment_required: false },
  mistake: { name: 'Ошибка в заказе', is_default: false, is_comment_required: false },
  other: { name: 'Другая причина', is_default: false, is_comment_required: true },
} as const;

export const ACCOUNTS = {
  safe_amir_temur: { point: 'amir_temur', source: 'safe', code: '5010-1', name: 'Сейф, Амир Темур' },
  safe_chilonzor: { point: 'chilonzor', source: 'safe', code: '5010-2', name: 'Сейф, Чиланзар' },
  bank: { point: null, source: 'bank', code: '5110', name: 'Расчётный счёт' },
} as const;

/** Districts of the one region that the chain delivers to. */
export const REGION = { name: 'город Ташкент', districts: ['Мирабадский', 'Чиланзарский', 'Юнусабадский'] } as const;
