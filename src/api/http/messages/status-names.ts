import type { OrderStatus } from '../../../domain/orders/status.ts';
import type { ReservationStatus } from '../../../domain/reservations/status.ts';
import type { Language } from './languages.ts';

const STATUS_NAMES: Readonly<Record<Language, Readonly<Record<OrderStatus, string>>>> = {
  en: {
    CREATED: 'Created',
    AWAITING_PAYMENT: 'Awaiting payment',
    AWAITING_CONFIRMATION: 'Awaiting confirmation',
    PREORDER: 'Preorder',
    UNCONFIRMED_ORDER: 'Expected',
    COOKING: 'Cooking',
    PACKED: 'Packed',
    TAKEN_BY_COURIER: 'On the way',
    DELIVERED: 'Delivered',
    CLOSED: 'Closed',
    DELETED: 'Deleted',
  },
  ru: {
    CREATED: 'Создан',
    AWAITING_PAYMENT: 'Ожидает оплаты',
    AWAITING_CONFIRMATION: 'Ожидает подтверждения',
    PREORDER: 'Предзаказ',
    UNCONFIRMED_ORDER: 'Ожидается',
    COOKING: 'Готовится',
    PACKED: 'Упакован',
    TAKEN_BY_COURIER: 'В пути',
    DELIVERED: 'Доставлен',
    CLOSED: 'Закрыт',
    DELETED: 'Удалён',
  },
  uz_latn: {
    CREATED: 'Yaratildi',
    AWAITING_PAYMENT: 'To‘lov kutilmoqda',
    AWAITING_CONFIRMATION: 'Tasdiqlanishi kutilmoqda',
    PREORDER: 'Oldindan buyurtma',
    UNCONFIRMED_ORDER: 'Kutilmoqda',
    COOKING: 'Tayyorlanmoqda',
    PACKED: 'Qadoqlandi',
    TAKEN_BY_COURIER: 'Yo‘lda',
    DELIVERED: 'Yetkazildi',
    CLOSED: 'Yopildi',
    DELETED: 'O‘chirildi',
  },
  uz_cyrl: {
    CREATED: 'Яратилди',
    AWAITING_PAYMENT: 'Тўлов кутилмоқда',
    AWAITING_CONFIRMATION: 'Тасдиқланиши кутилмоқда',
    PREORDER: 'Олдиндан буюртма',
    UNCONFIRMED_ORDER: 'Кутилмоқда',
    COOKING: 'Тайёрланмоқда',
    PACKED: 'Қадоқланди',
    TAKEN_BY_COURIER: 'Йўлда',
    DELIVERED: 'Етказилди',
    CLOSED: 'Ёпилди',
    DELETED: 'Ўчирилди',
  },
  tr: {
    CREATED: 'Oluşturuldu',
    AWAITING_PAYMENT: 'Ödeme bekleniyor',
    AWAITING_CONFIRMATION: 'Onay bekleniyor',
    PREORDER: 'Ön sipariş',
    UNCONFIRMED_ORDER: 'Bekleniyor',
    COOKING: 'Hazırlanıyor',
    PACKED: 'Paketlendi',
    TAKEN_BY_COURIER: 'Yolda',
    DELIVERED: 'Teslim edildi',
    CLOSED: 'Kapatıldı',
    DELETED: 'Silindi',
  },
};

/** The `status_name` of an order. A code that is no status is shown as it is. */
export const statusName = (language: Language, status: string): string => {
  const names: Readonly<Record<string, string>> = STATUS_NAMES[language];
  return names[status] ?? status;
};

const RESERVATION_STATUS_NAMES: Readonly<Record<Language, Readonly<Record<ReservationStatus, string>>>> = {
  en: {
    pending: 'Awaiting confirmation',
    created: 'Confirmed',
    opened: 'Guests seated',
    closed: 'Closed',
    cancelled: 'Cancelled',
    no_show: 'No show',
    declined: 'Declined',
  },
  ru: {
    pending: 'Ожидает подтверждения',
    created: 'Подтверждена',
    opened: 'Гости за столом',
    closed: 'Закрыта',
    cancelled: 'Отменена',
    no_show: 'Гости не пришли',
    declined: 'Отклонена',
  },
  uz_latn: {
    pending: 'Tasdiqlanishi kutilmoqda',
    created: 'Tasdiqlandi',
    opened: 'Mehmonlar stolda',
    closed: 'Yopildi',
    cancelled: 'Bekor qilindi',
    no_show: 'Mehmonlar kelmadi',
    declined: 'Rad etildi',
  },
  uz_cyrl: {
    pending: 'Тасдиқланиши кутилмоқда',
    created: 'Тасдиқланди',
    opened: 'Меҳмонлар столда',
    closed: 'Ёпилди',
    cancelled: 'Бекор қилинди',
    no_show: 'Меҳмонлар келмади',
    declined: 'Рад этилди',
  },
  tr: {
    pending: 'Onay bekleniyor',
    created: 'Onaylandı',
    opened: 'Misafirler masada',
    closed: 'Kapatıldı',
    cancelled: 'İptal edildi',
    no_show: 'Misafirler gelmedi',
    declined: 'Reddedildi',
  },
};

/** The names that people use for statuses of orders and reservations: messages contain both. */
export const anyStatusName = (language: Language, status: string): string => {
  const names: Readonly<Record<string, string>> = RESERVATION_STATUS_NAMES[language];
  return names[status] ?? statusName(language, status);
};

const ORDER_TYPE_NAMES: Readonly<Record<Language, readonly [hall: string, takeaway: string, delivery: string]>> = {
  en: ['Hall', 'Takeaway', 'Delivery'],
  ru: ['Зал', 'С собой', 'Доставка'],
  uz_latn: ['Zal', 'Olib ketish', 'Yetkazib berish'],
  uz_cyrl: ['Зал', 'Олиб кетиш', 'Етказиб бериш'],
  tr: ['Salon', 'Gel al', 'Paket servis'],
};

export const isOrderType = (id: number): id is 1 | 2 | 3 => id === 1 || id === 2 || id === 3;

/** The name of an order type of the contract: 1 hall, 2 takeaway, 3 delivery. */
export const orderTypeName = (id: 1 | 2 | 3, language: Language): string => ORDER_TYPE_NAMES[language][id - 1]!;
