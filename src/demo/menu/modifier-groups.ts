import type { ModifierKey } from './modifiers.ts';

/** Bounds count units; max 0: no upper bound. */
export interface ModifierGroup {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly required: boolean;
  readonly items: readonly {
    readonly modifier: ModifierKey;
    /** How many units of one item may be taken, if any. */
    readonly max_amount: number;
  }[];
}

const one = (modifier: ModifierKey) => ({ modifier, max_amount: 1 });
const upTo = (max_amount: number, modifier: ModifierKey) => ({ modifier, max_amount });
const choice = (name: string, ...modifiers: ModifierKey[]): ModifierGroup => ({
  name,
  min: 1,
  max: 1,
  required: true,
  items: modifiers.map(one),
});
const extras = (name: string, max: number, items: ModifierGroup['items']): ModifierGroup => ({
  name,
  min: 0,
  max,
  required: false,
  items,
});

export const portion = choice('Порция', 'portion_standard', 'portion_large');
export const doneness = choice('Прожарка', 'doneness_rare', 'doneness_medium', 'doneness_well');
export const teapot = choice('Чайник', 'teapot_500', 'teapot_1000');
export const glass = choice('Объём', 'glass_400', 'jug_1000');
export const lunchSoup = choice('Первое', 'lunch_shurpa', 'lunch_mastava');
export const lunchMain = choice('Второе', 'lunch_plov', 'lunch_lagman');

export const plovExtras = extras('К плову', 6, [
  upTo(2, 'kazi'),
  upTo(3, 'quail_eggs'),
  upTo(2, 'dolma'),
  one('achichuk_side'),
]);
export const sauces = extras('Соусы', 3, [
  upTo(2, 'sauce_tomato'),
  upTo(2, 'sauce_garlic'),
  upTo(2, 'sauce_suzma'),
  upTo(2, 'vinegar_onion'),
]);
/** Steamed and boiled dough comes with a sauce: one is required, a second is allowed. */
export const doughSauce: ModifierGroup = {
  name: 'Подача',
  min: 1,
  max: 2,
  required: true,
  items: [one('sour_cream'), one('sauce_suzma'), one('sauce_tomato')],
};
export const soupExtras = extras('К супу', 2, [one('sour_cream'), one('sauce_tomato')]);
export const lagmanExtras = extras('К лагману', 2, [one('extra_noodles'), one('extra_meat')]);
export const wishes = extras('Пожелания', 0, [one('no_onion'), one('no_greens'), one('spicier')]);
export const teaExtras = extras('К чаю', 4, [upTo(2, 'lemon'), upTo(2, 'honey'), one('mint')]);
export const coffeeExtras = extras('К кофе', 2, [one('milk_oat'), upTo(2, 'syrup')]);
export const dessertExtras = extras('К десерту', 3, [one('nuts'), upTo(2, 'ice_cream_scoop')]);
