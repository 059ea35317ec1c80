import { lunchMain, lunchSoup } from './modifier-groups.ts';
import type { DemoProduct } from './product.ts';

export const LUNCH: readonly DemoProduct[] = [
  {
    key: 'business_lunch',
    name: 'Бизнес-ланч',
    category: 'lunch',
    description: 'Первое и второе на выбор, ачичук, лепёшка и чайник зелёного чая.',
    price: 69000,
    cost: 5500,
    weight: 900,
    groups: [lunchSoup, lunchMain],
  },
  {
    key: 'child_lunch',
    name: 'Детский обед',
    category: 'lunch',
    description: 'Куриный бульон с лапшой, кийма-кебаб с картофелем, компот.',
    price: 45000,
    cost: 17500,
    weight: 550,
  },
];

/** Products that the nomenclature has and guests never see: half-finished, out of season, or for the staff. */
export const PREPS: readonly DemoProduct[] = [
  {
    key: 'zirvak',
    name: 'Зирвак для плова',
    category: 'preps',
    type: 'prep',
    price: 0,
    cost: 41000,
    weight: 1,
    unit: 'кг',
  },
  {
    key: 'dough_lagman',
    name: 'Тесто лагманное',
    category: 'preps',
    type: 'prep',
    price: 0,
    cost: 9500,
    weight: 1,
    unit: 'кг',
  },
  {
    key: 'okroshka',
    name: 'Чалоп с зеленью',
    category: 'soups',
    description: 'Холодный суп на катыке, летом.',
    price: 26000,
    cost: 7800,
    weight: 400,
    is_active: false,
  },
  {
    key: 'staff_meal',
    name: 'Обед персонала',
    category: 'mains',
    price: 18000,
    cost: 14000,
    weight: 500,
    in_showcase: false,
  },
];
