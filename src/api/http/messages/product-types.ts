import type { Product } from '../../../domain/menu/catalogue/events.ts';
import type { Language } from './languages.ts';

const PRODUCT_TYPES: Readonly<Record<Language, Readonly<Record<Product['type'], string>>>> = {
  en: { product: 'Dish', prep: 'Prep', item: 'Item', modifier: 'Modifier', service: 'Service' },
  ru: { product: 'Блюдо', prep: 'Полуфабрикат', item: 'Товар', modifier: 'Модификатор', service: 'Услуга' },
  uz_latn: { product: 'Taom', prep: 'Yarim tayyor', item: 'Tovar', modifier: 'Modifikator', service: 'Xizmat' },
  uz_cyrl: { product: 'Таом', prep: 'Ярим тайёр', item: 'Товар', modifier: 'Модификатор', service: 'Хизмат' },
  tr: { product: 'Yemek', prep: 'Yarı mamul', item: 'Ürün', modifier: 'Ek seçenek', service: 'Hizmet' },
};

/** The name of a product's type. */
export const productTypeName = (type: Product['type'], language: Language): string => PRODUCT_TYPES[language][type];
