import type { PointKey } from '../brand/point-keys.ts';
import type { Dice } from './random.ts';

const FIRST = ['Азиза', 'Бахтиёр', 'Гулнора', 'Дилшод', 'Жахонгир', 'Зилола', 'Ирода', 'Камрон', 'Лола', 'Мадина'];
const SECOND = ['Нодир', 'Ойбек', 'Парвиз', 'Рано', 'Севара', 'Тимур', 'Умида', 'Фаррух', 'Хуршида', 'Шерзод'];
const FAMILY = ['Алиев', 'Каримов', 'Юсупов', 'Рахимов', 'Турсунов', 'Исмоилов', 'Назаров', 'Содиков', 'Хасанов'];
const GUESTS = 1_500;

export interface Guest {
  readonly phone: string;
  readonly name: string;
}

/** Some come every other day, many come once: the lower the number, the more often. */
export const pickGuest = (dice: Dice): Guest => guest(Math.floor(GUESTS * dice.next() ** 2));

/** The same, but not a guest who is taken already. The guest is then taken. No guest is picked for two points. */
export const pickOtherGuest = (dice: Dice, point: PointKey, taken: Set<number>): Guest => {
  let number = Math.floor((GUESTS / 2) * dice.next() ** 2) * 2 + (point === 'chilonzor' ? 1 : 0);
  while (taken.has(number)) number += 2;
  taken.add(number);
  return guest(number);
};

const guest = (number: number): Guest => {
  const names = [...FIRST, ...SECOND];
  const name = `${names[number % names.length]} ${FAMILY[number % FAMILY.length]}`;
  return { name, phone: `+99890${7_000_000 + number}` };
};

interface Address {
  readonly street: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Inside the zones of the demo's points. */
export const ADDRESSES: Readonly<Record<PointKey, readonly Address[]>> = {
  amir_temur: [
    { street: 'ул. Шахрисабз, 12', latitude: 41.3092, longitude: 69.2841 },
    { street: 'ул. Садыка Азимова, 34', latitude: 41.3051, longitude: 69.2936 },
    { street: 'ул. Нукусская, 8', latitude: 41.2952, longitude: 69.2733 },
    { street: 'массив Юнусабад, 4 квартал, 19', latitude: 41.3582, longitude: 69.2921 },
  ],
  chilonzor: [
    { street: 'Чиланзар, 7 квартал, 21', latitude: 41.2841, longitude: 69.2093 },
    { street: 'ул. Мукими, 98', latitude: 41.2907, longitude: 69.2137 },
    { street: 'массив Сергели, 5 квартал, 3', latitude: 41.2352, longitude: 69.2117 },
  ],
};
