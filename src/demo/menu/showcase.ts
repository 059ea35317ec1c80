/** The menu of the chain's own app and site: the showcase that the partner's key may read. */
export const SHOWCASE = {
  name: 'Приложение и сайт',
  description: 'Доставка, самовывоз и заказ за столом',
  /** By product key: where the app differs from the catalogue. Prices hold at every point. */
  overrides: {
    shashlik_roll: { name: 'Шашлык «Наполеон»' },
    cola: { price: 14000 },
    non: { name: 'Лепёшка горячая', description: 'Печём в тандыре, привозим в термопакете.' },
  },
} as const;
