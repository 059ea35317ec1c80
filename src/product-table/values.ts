import type { Column } from './columns.ts';
import type { TableTold } from './told.ts';

/** A cell as a value, or what is wrong with it. */
export type Cell =
  | { readonly value: string | number | boolean }
  | { readonly problem: string; readonly code: TableTold['code'] };

const YES = ['yes', 'y', 'true', '1', '+', 'да', 'ha', 'ҳа', 'evet'];
const NO = ['no', 'n', 'false', '0', '-', 'нет', "yo'q", 'йўқ', 'hayır', 'hayir'];
const TYPES: Readonly<Record<string, readonly string[]>> = {
  product: ['product', 'dish', 'блюдо', 'taom', 'таом', 'yemek'],
  item: ['item', 'goods', 'товар', 'tovar', 'mal'],
  prep: ['prep', 'заготовка', 'полуфабрикат', 'yarim tayyor', 'ярим тайёр', 'yarı mamul'],
  modifier: ['modifier', 'модификатор', 'добавка', 'modifikator', "qo'shimcha", 'қўшимча', 'ek'],
  service: ['service', 'услуга', 'xizmat', 'хизмат', 'hizmet'],
};

const TEXTS: readonly Column[] = [
  'code',
  'name',
  'category',
  'menu_folder',
  'unit',
  'barcode',
  'plu',
  'fiscal_code',
  'description',
];

/**
 * A cell of a column. Numbers may have a decimal comma, and spaces between thousands.
 * @param exponent of the currency: prices are written in its units, and kept in the smallest ones
 */
export const cellOf = (column: Column, text: string, exponent: number): Cell => {
  const trimmed = text.trim();
  if (TEXTS.includes(column)) return { value: trimmed };
  if (column === 'price') return priceOf(trimmed, exponent);
  const word = trimmed.toLowerCase().replace(/[ʻʼ‘’`´]/g, "'");
  if (column === 'is_active') {
    if (YES.includes(word)) return { value: true };
    return NO.includes(word) ? { value: false } : { problem: `"${trimmed}" is neither yes nor no`, code: 'not_yes_no' };
  }
  if (column === 'type') {
    const type = Object.entries(TYPES).find(([, words]) => words.includes(word))?.[0];
    return type
      ? { value: type }
      : { problem: `"${trimmed}" is no type: there are ${Object.keys(TYPES).join(', ')}`, code: 'no_type' };
  }
  const number = decimalOf(trimmed);
  if (number === undefined) return { problem: `"${trimmed}" is no number`, code: 'no_number' };
  if (column === 'order_number' && !Number.isInteger(Number(number)))
    return { problem: `"${trimmed}" is no whole number`, code: 'no_whole_number' };
  return { value: Number(number) };
};

const SPACES = /[\s\u00a0\u202f\u2009'’]/g;

/** A number in digits with a full stop: `1 234,50` is 1234.50, and so are `1.234,50` and `1,234.50`. */
const decimalOf = (text: string): string | undefined => {
  const digits = text.replace(SPACES, '');
  const comma = digits.lastIndexOf(',');
  const stop = digits.lastIndexOf('.');
  const last = Math.max(comma, stop);
  const sign = digits[last];
  const isDecimal = last !== -1 && digits.indexOf(sign!) === last;
  const plain = isDecimal
    ? `${digits.slice(0, last).replace(/[.,]/g, '')}.${digits.slice(last + 1)}`
    : digits.replace(/[.,]/g, '');
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(plain) ? plain : undefined;
};

/** In the smallest units. A currency without fractions has no decimal comma: `45.000` is forty-five thousand. */
const priceOf = (text: string, exponent: number): Cell => {
  const amount = text.replace(/(?<=\d)\s*\p{L}[\p{L}.']*$|\p{Sc}/gu, '').trim();
  const digits = amount.replace(SPACES, '');
  const isGrouped = exponent === 0 && /^\d{1,3}([.,])\d{3}(\1\d{3})*$/.test(digits);
  const number = isGrouped ? digits.replace(/[.,]/g, '') : decimalOf(amount);
  if (number === undefined || number.startsWith('-')) return { problem: `"${text}" is no price`, code: 'no_price' };
  const [whole, fraction = ''] = number.split('.');
  const kept = fraction.replace(/0+$/, '');
  if (kept.length > exponent)
    return { problem: `"${text}" has more decimal places than the currency`, code: 'too_precise' };
  return { value: Number(`${whole}${kept.padEnd(exponent, '0')}`) };
};
