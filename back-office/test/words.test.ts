import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { OLAP_TEXTS } from '../../src/api/http/messages/olap/texts.ts';
import { contractOrderSchema } from '../../src/api/orders/order-view.ts';
import { eventCatalogue } from '../../src/domain/event-catalogue.ts';
import { orange, red, sea } from '../src/colours.ts';
import { fieldName, pathName } from '../src/parts/field-name.ts';
import { numberMarks } from '../src/parts/number-marks.ts';
import { en } from '../src/words/en.ts';
import { events as eventsEn } from '../src/words/events/en.ts';
import { events as eventsRu } from '../src/words/events/ru.ts';
import { events as eventsTr } from '../src/words/events/tr.ts';
import { events as eventsUzCyrl } from '../src/words/events/uz-cyrl.ts';
import { FIELD_NAMES } from '../src/words/field-names.ts';
import { type Language, LOCALES } from '../src/words/language.ts';
import { latinOf, latinWords } from '../src/words/latin.ts';
import { ru } from '../src/words/ru.ts';
import { tr } from '../src/words/tr.ts';
import { uzCyrl } from '../src/words/uz-cyrl.ts';

const LANGUAGES = { en, ru, uz_latn: latinWords(uzCyrl), uz_cyrl: uzCyrl, tr } as const;

/** a.b.c -> text */
const flat = (words: object, before = ''): [string, string][] =>
  Object.entries(words).flatMap(([name, value]) =>
    typeof value === 'string' ? [[before + name, value] as [string, string]] : flat(value, `${before}${name}.`),
  );

const PLURAL = /_(zero|one|two|few|many|other)$/;
const keysOf = (words: object): string[] => [...new Set(flat(words).map(([key]) => key.replace(PLURAL, '')))].sort();
const placesOf = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!).sort();

/** How bright a colour is to the eye, 0 to 1: the definition of WCAG. */
const brightness = (colour: string): number => {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
};
const contrast = (one: string, other: string): number => {
  const [dim, bright] = [brightness(one), brightness(other)].sort((a, b) => a - b);
  return (bright! + 0.05) / (dim! + 0.05);
};

test('words can be read on each colour: white ones on a button, the last shade on a quiet ground', () => {
  for (const colour of [sea, red]) expect(contrast('#ffffff', colour[6])).toBeGreaterThanOrEqual(4.5);
  for (const colour of [red, orange]) expect(contrast(colour[9], colour[1])).toBeGreaterThanOrEqual(4.5);
});

test('numbers are typed with the marks that the language writes, and no line breaks in them', () => {
  const typed = Object.keys(LANGUAGES).map((language) => {
    const { group, decimal } = numberMarks(language as Language);
    return [language, `1${group}234${decimal}5`];
  });
  const spaced = '1\u00a0234,5';
  const expected = { ru: spaced, uz_latn: spaced, uz_cyrl: spaced, en: '1,234.5', tr: '1.234,5' };
  expect(Object.fromEntries(typed)).toEqual(expected);
});

test.each([
  ['Ер, қаерда ва кеча', 'Yer, qayerda va kecha'],
  ['объект, курьер', 'obyekt, kuryer'],
  ['Цемент, концерт, официант, Мотивация', 'Sement, konsert, ofitsiant, Motivatsiya'],
  ['эълон: «{{name}}» йўқ, Ўғил ҳам, Юсуф Tillstream', 'e’lon: “{{name}}” yo‘q, O‘g‘il ham, Yusuf Tillstream'],
])('Uzbek in Cyrillic letters %s is in Latin ones %s', (cyrillic, latin) => {
  expect(latinOf(cyrillic)).toBe(latin);
});

describe.each(Object.entries(LANGUAGES))('%s', (language, words) => {
  test('has each text that English has, and no other', () => {
    expect(keysOf(words)).toEqual(keysOf(en));
  });

  test('has each plural form that the language has', () => {
    const forms = new Intl.PluralRules(LOCALES[language as keyof typeof LOCALES]).resolvedOptions().pluralCategories;
    const given = new Map<string, string[]>();
    for (const [key] of flat(words)) {
      const [, form] = PLURAL.exec(key) ?? [];
      if (form) given.set(key.replace(PLURAL, ''), [...(given.get(key.replace(PLURAL, '')) ?? []), form]);
    }
    for (const [key, found] of given) expect({ key, forms: found.sort() }).toEqual({ key, forms: [...forms].sort() });
  });

  if (language === 'uz_latn') {
    test('has no Cyrillic letter', () => {
      expect(flat(words).filter(([, text]) => /\p{Script=Cyrillic}/u.test(text))).toEqual([]);
    });
  }

  if (language === 'ru') {
    test('has no number before a noun that does not change with it: a count has its forms, else the noun stands first', () => {
      const many = /\{\{\w+\}\}\s+[а-яё]+(ов|ей|ий|ек|ок|строк)(?![а-яё])/;
      expect(flat(words).filter(([key, text]) => !PLURAL.test(key) && many.test(text))).toEqual([]);
    });
  }

  test('calls by one word what the pages and the reports both show', () => {
    const titleOf = (column: string): string | undefined =>
      OLAP_TEXTS[language as Language].columns[column as 'revenue']?.[0];
    const { now, money, shell } = words;
    const onPages = {
      cheques_count: now.cheques,
      average_cheque: now.average,
      revenue: money.revenue,
      point: shell.point,
    };
    expect(Object.fromEntries(Object.keys(onPages).map((column) => [column, titleOf(column)]))).toEqual(onPages);
  });

  if (language === 'tr') {
    test('has one word for a point and one for a cheque', () => {
      const said = [...flat(words), ...flat(OLAP_TEXTS.tr)];
      const other = /(?<!kontrol )nokta|(?<!mutfak )fiş(?! \{\{number\}\}, mutfak)/i;
      expect(said.filter(([, text]) => other.test(text))).toEqual([]);
    });
  }

  test('has a place for each value, and none for what is not given', () => {
    const english = new Map(flat(en).map(([key, text]) => [key.replace(PLURAL, ''), placesOf(text)]));
    for (const [key, text] of flat(words)) {
      expect({ key, places: placesOf(text) }).toEqual({ key, places: english.get(key.replace(PLURAL, '')) });
    }
  });
});

describe.each(
  Object.entries({
    en: eventsEn,
    ru: eventsRu,
    uz_latn: latinWords(eventsUzCyrl),
    uz_cyrl: eventsUzCyrl,
    tr: eventsTr,
  }),
)('events in %s', (language, words) => {
  test('have words for each type that the log may hold, and for no other', () => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(eventCatalogue).sort());
  });

  test('say different things in different words, and none as a program would', () => {
    const said = Object.values(words);
    expect(said.filter((text, index) => said.indexOf(text) !== index)).toEqual([]);
    expect(said.filter((text) => text.trim() === '' || /[a-z][A-Z]|_/.test(text))).toEqual([]);
  });

  if (language !== 'en') {
    test('are not English', () => {
      const english = new Set<string>(Object.values(eventsEn));
      expect(Object.values(words).filter((text) => english.has(text))).toEqual([]);
      const isCyrillic = language === 'ru' || language === 'uz_cyrl';
      if (isCyrillic) expect(Object.values(words).filter((text) => /[A-Za-z]/.test(text))).toEqual([]);
    });
  }
});

/** What a schema is made of: the parts of an object under their names, and whatever another kind of schema holds. */
interface Parts {
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly [within: string]: unknown;
}

/** Each field of a schema, by the path that leads to it: `items.modifiers.price`. */
const pathsOf = (schema: z.core.$ZodType, before = ''): string[] => {
  const { shape = {}, ...within } = schema._zod.def as unknown as Parts;
  const own = Object.entries(shape).flatMap(([name, part]) => [before + name, ...pathsOf(part, `${before}${name}.`)]);
  const inside = Object.values(within)
    .flat()
    .filter((part) => part instanceof z.core.$ZodType);
  return [...own, ...inside.flatMap((part) => pathsOf(part, before))];
};

describe('what fields are called', () => {
  const paths = [
    ...pathsOf(contractOrderSchema),
    ...Object.entries(eventCatalogue).flatMap(([type, { schema }]) => pathsOf(schema).map((path) => `${type}.${path}`)),
  ];
  const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
  const fields = [...new Set(paths.map(lastOf))];

  test('each field of events, and of orders as auditors see them, has words', () => {
    expect(paths.length).toBeGreaterThan(1_000);
    const without = new Set(fields.filter((field) => fieldName(field, 'en', FIELD_NAMES) === undefined));
    expect(paths.filter((path) => without.has(lastOf(path)))).toEqual([]);
  });

  test('no words stand there for a field that is nowhere', () => {
    const used = new Set(fields.flatMap((field) => [field, field.replace(/_ids?$/, '')]));
    expect(Object.keys(FIELD_NAMES).filter((name) => !used.has(name))).toEqual([]);
  });

  test.each(Object.keys(LOCALES) as Language[])(
    'in %s they are in its letters, and not as a program would',
    (spoken) => {
      const said = fields.map((field) => fieldName(field, spoken, FIELD_NAMES) ?? '');
      expect(said.filter((text) => text.trim() === '' || /[a-z][A-Z]|_/.test(text))).toEqual([]);
      const others = spoken === 'ru' || spoken === 'uz_cyrl' ? /[A-Za-z]/ : /\p{Script=Cyrillic}/u;
      expect(said.filter((text) => others.test(text.replace(/KPI|PLU/, '')))).toEqual([]);
    },
  );

  test('a path is told in words, and stays as it is where a part has none', () => {
    expect(pathName('/items/0/modifiers/1/price', 'en', FIELD_NAMES)).toBe('Lines 1 · Modifiers 2 · Price');
    expect(pathName('/client/client_id', 'uz_latn', FIELD_NAMES)).toBe('Mehmon · Mehmon №');
    expect(pathName('/supplier', 'uz_latn', FIELD_NAMES)).toBe('Yetkazib beruvchi');
    for (const path of ['/items/0/of_tomorrow', '/0', '', '/status_times/__proto__']) {
      expect(pathName(path, 'ru', FIELD_NAMES)).toBe(path);
    }
  });
});
