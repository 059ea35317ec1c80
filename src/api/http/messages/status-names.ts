import type { OrderStatus } from '../../../domain/order/status.ts';
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

/** The `status_name` of an order; what isn't a status is shown as it is. */
export const statusName = (language: Language, status: string): string =>
  STATUS_NAMES[language][status as OrderStatus] ?? status;

const ORDER_TYPE_NAMES: Readonly<Record<Language, readonly [hall: string, takeaway: string, delivery: string]>> = {
  en: ['Hall', 'Takeaway', 'Delivery'],
  ru: ['Зал', 'С собой', 'Доставка'],
  uz_latn: ['Zal', 'Olib ketish', 'Yetkazib berish'],
  uz_cyrl: ['Зал', 'Олиб кетиш', 'Етказиб бериш'],
  tr: ['Salon', 'Gel al', 'Paket servis'],
};

/** The name of an order type of the contract: 1 hall, 2 takeaway, 3 delivery. */
export const orderTypeName = (id: 1 | 2 | 3, language: Language): string => ORDER_TYPE_NAMES[language][id - 1]!;
