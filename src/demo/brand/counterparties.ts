/** Companies that eat on account: fields of RegisterOrganization. */
export const ORGANIZATIONS = {
  infocom: {
    name: 'ООО «Узинфоком Сервис»',
    short_name: 'Узинфоком',
    tin: '301234567',
    phone: '+998 71 238 41 00',
    address: 'г. Ташкент, Мирабадский район, ул. Афросиёб, 4',
    district: 'mirobod',
    debt_limit: 60_000_000,
    opening_balance: -1_500_000,
  },
  silk_road: {
    name: 'ООО «Силк Роуд Тур»',
    short_name: 'Силк Роуд',
    tin: '302345678',
    phone: '+998 71 244 15 15',
    address: 'г. Ташкент, Юнусабадский район, ул. Амира Темура, 107',
    district: 'yunusobod',
    debt_limit: null,
    opening_balance: 0,
  },
} as const;

/** Fields of RegisterSupplier. */
export const SUPPLIERS = {
  meat: { name: 'Мясокомбинат «Сергели»', type_name: 'Мясо', tin: '303456789', opening_balance: -3_200_000 },
  vegetables: {
    name: 'Фермерское хозяйство «Зангиата»',
    type_name: 'Овощи и зелень',
    tin: '304567890',
    opening_balance: 0,
  },
  drinks: { name: 'ООО «Чашма Дистрибьюшн»', type_name: 'Напитки', tin: '305678901', opening_balance: -800_000 },
} as const;
