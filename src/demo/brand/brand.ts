/** An invented chain of choykhonas in Tashkent. Its lists are in Russian, as such a venue keeps them. */
export const BRAND = {
  name: 'Олтин Чинор',
  currency: 'UZS',
  currency_exponent: 0,
  country_code: 'UZ',
  language: 'ru',
} as const;
