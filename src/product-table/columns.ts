/** What a column of a table of products says. */
export type Column =
  | 'code'
  | 'name'
  | 'type'
  | 'category'
  | 'menu_folder'
  | 'price'
  | 'unit'
  | 'weight'
  | 'barcode'
  | 'plu'
  | 'fiscal_code'
  | 'description'
  | 'calories'
  | 'proteins'
  | 'fat'
  | 'carbohydrates'
  | 'order_number'
  | 'is_active';

/** Names of columns as people write them, in English, Russian, Uzbek in both scripts, and Turkish. */
export const COLUMN_NAMES: Readonly<Record<Column, readonly string[]>> = {
  code: ['code', 'key', 'код', 'артикул', 'kod', 'kalit', 'калит'],
  name: ['name', 'product', 'название', 'наименование', 'товар', 'блюдо', 'nomi', 'номи', 'ad', 'adı', 'ürün'],
  type: ['type', 'тип', 'вид', 'turi', 'тури', 'tür', 'tip'],
  category: ['category', 'категория', 'группа', 'toifa', 'kategoriya', 'тоифа', 'kategori'],
  menu_folder: ['menu folder', 'folder', 'папка', 'папка меню', 'jild', 'жилд', 'klasör'],
  price: ['price', 'base price', 'цена', 'narx', 'narxi', 'нарх', 'нархи', 'fiyat'],
  unit: ['unit', 'единица', 'ед', 'ед. изм.', 'birlik', 'бирлик', 'birim'],
  weight: ['weight', 'вес', 'выход', 'ogirligi', "og'irligi", 'vazni', 'вазни', 'оғирлиги', 'ağırlık'],
  barcode: ['barcode', 'штрихкод', 'штрих-код', 'shtrix-kod', 'shtrixkod', 'штрих код', 'barkod'],
  plu: ['plu', 'плу'],
  fiscal_code: ['fiscal code', 'икпу', 'мхик', 'mxik', 'фискальный код', 'mali kod'],
  description: ['description', 'описание', 'состав', 'tavsif', 'тавсиф', 'açıklama'],
  calories: ['calories', 'калории', 'ккал', 'kaloriya', 'калория', 'kalori'],
  proteins: ['proteins', 'protein', 'белки', 'oqsil', 'оқсил'],
  fat: ['fat', 'жиры', "yog'", 'ёғ', 'yağ'],
  carbohydrates: ['carbohydrates', 'углеводы', 'uglevodlar', 'углеводлар', 'karbonhidrat'],
  order_number: ['order', 'order number', 'порядок', 'номер', 'tartib', 'тартиб', 'sıra'],
  is_active: ['active', 'is active', 'активен', 'в продаже', 'faol', 'фаол', 'aktif'],
};

const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .replaceAll('ı', 'i')
    .replaceAll('ё', 'е')
    .replace(/[ʻʼʽ‘’′`´]/g, "'")
    .replace(/[_\s]+/g, ' ')
    .trim();

const known = new Map(
  Object.entries(COLUMN_NAMES).flatMap(([column, names]) => [
    [fold(column), column as Column] as const,
    ...names.map((name) => [fold(name), column as Column] as const),
  ]),
);

/** What the head of a column says: a field, the price at a point, or nothing that is known. */
export const columnOf = (head: string): { readonly column: Column; readonly point?: string } | undefined => {
  const own = known.get(fold(head));
  if (own) return { column: own };
  // `Price: Chorsu`, `Цена (Чорсу)`: what stands behind the word is a point.
  const [, word, point] = /^\s*(\S+?)\s*[:(/–—-]\s*(.+?)\s*\)?\s*$/u.exec(head) ?? [];
  return word && point && known.get(fold(word)) === 'price' ? { column: 'price', point } : undefined;
};
