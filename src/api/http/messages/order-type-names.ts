import type { Language } from './languages.ts';

/** The order types of the contract: hall, takeaway, delivery. The same for all venues. */
export const ORDER_TYPE_IDS = [1, 2, 3] as const;

const NAMES: Readonly<Record<Language, readonly [hall: string, takeaway: string, delivery: string]>> = {
  en: ['Hall', 'Takeaway', 'Delivery'],
  ru: ['Зал', 'С собой', 'Доставка'],
  uz_latn: ['Zal', 'Olib ketish', 'Yetkazib berish'],
  uz_cyrl: ['Зал', 'Олиб кетиш', 'Етказиб бериш'],
  tr: ['Salon', 'Gel al', 'Paket servis'],
};

/** The order types with their names in a language, in order of id. */
export const orderTypes = (language: Language): { id: number; name: string }[] =>
  ORDER_TYPE_IDS.map((id, index) => ({ id, name: NAMES[language][index]! }));
