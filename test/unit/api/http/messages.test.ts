import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { en } from '../../../../src/api/http/messages/en.ts';
import { LANGUAGES, type Language } from '../../../../src/api/http/messages/languages.ts';
import { CATALOGUE, messageOf } from '../../../../src/api/http/messages/messages.ts';
import { anyStatusName, orderTypeName, statusName } from '../../../../src/api/http/messages/status-names.ts';
import { KEY_PERMISSIONS } from '../../../../src/domain/keys/events.ts';
import { ORDER_STATUSES } from '../../../../src/domain/orders/status.ts';
import { RESERVATION_STATUSES } from '../../../../src/domain/reservations/status.ts';

const placeholders = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!).sort();

const SOURCE = join(import.meta.dirname, '../../../../src');
const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, text: readFileSync(join(SOURCE, file), 'utf8') }));

/** Where a refusal is made, with the expression of its code: a text, a choice of texts, or a name for one. */
const MADE =
  /(?<![\w.])(?:(?:invalid|notFound|conflict|forbidden)\(|new (?:Refusal|HttpError)\(\s*[^,]+,|new TooSoon\()\s*(\([^()]*\)|[^,)(]|\([^()]*\))*/g;

/** Every refusal in the source, with the codes written where it is made. */
const refusals = sources.flatMap(({ file, text }) =>
  [...text.matchAll(MADE)].map(([made]) => {
    // The conditions of a choice may hold texts too: codes follow `(`, `,`, `?` or `:`.
    const codes = [...made.matchAll(/(?<=[(,?:]\s*)'(\w+)'/g)].map((match) => match[1]!);
    const isStatus = (code: string) => ['invalid', 'forbidden', 'not_found', 'conflict'].includes(code);
    return { file, codes: codes.filter((code) => !isStatus(code)) };
  }),
);

/** Files where a refusal gets its code from elsewhere. Those codes are named in one of the ways below. */
const PASSED_ON = [
  'api/audit/audit-entity.ts',
  'api/http/access.ts',
  'api/http/errors.ts',
  'api/partner/reports/olap-restatement.ts',
  'api/venue/lists/list.ts',
  'commands/external-ids/require-named.ts',
  'commands/lists/index.ts',
  'domain/menu/catalogue/retire.ts',
  'domain/references/decide.ts',
  'domain/refusal.ts',
  'domain/stop-list/take-units.ts',
];
const ELSEWHERE = [
  /\bparams: \{ code: '(\w+)'/g,
  /\bcode = [^;]*?'(\w+)'/g,
  /\bcode = [^;]*?'\w+'[^;]*?'(\w+)'/g,
  /'(\w+_not_found)'/g,
  // The tables of validate.ts.
  /(?<=['?: ])'((?:field|quantity)_\w+)'/g,
];

/** Every place in the source that names a code. */
const uses = [
  ...refusals.flatMap(({ file, codes }) => codes.map((code) => ({ file, code }))),
  ...sources.flatMap(({ file, text }) =>
    ELSEWHERE.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => ({ file, code: match[1]! }))),
  ),
];

/** Texts that are put together from a part. */
const COMPOSED = /^(no_access_to|delivery)_/;

/** A refusal with its code and values written out: `invalid('code', { field })`. */
const THROWN = /\b(?:invalid|notFound|conflict|forbidden)\(\s*'(\w+)'(?:,\s*(\{[^}]*\}),?)?\s*\)/g;

describe('the message catalogue', () => {
  it('the message catalogue has every code that the source names', () => {
    expect(uses.length).toBeGreaterThan(50);
    const missing = uses.filter(({ code }) => !(code in en));
    expect(missing).toEqual([]);
  });

  it('the message catalogue is asked only for codes that can be read off the source', () => {
    const unread = refusals.filter(({ codes }) => codes.length === 0).map(({ file }) => file);
    expect([...new Set(unread)].sort()).toEqual(PASSED_ON);
  });

  it('the message catalogue has no text that nothing asks for', () => {
    const all = sources.filter(({ file }) => !file.includes('/messages/')).map(({ text }) => text);
    const isNamed = (code: string) => all.some((text) => text.includes(`'${code}'`));
    expect(Object.keys(en).filter((code) => !COMPOSED.test(code) && !isNamed(code))).toEqual([]);
  });

  it('the message catalogue is given every value that a text has a place for', () => {
    const thrown = sources.flatMap(({ file, text }) =>
      [...text.replace(/\$\{[^}]*\}/g, '').matchAll(THROWN)].map(([, code, given = '{}']) => ({ file, code, given })),
    );
    expect(thrown.length).toBeGreaterThan(50);
    const lacking = thrown.filter(
      ({ code, given }) =>
        !given.includes('...') &&
        placeholders(en[code as keyof typeof en] ?? '').some((name) => !new RegExp(`\\b${name}\\b`).test(given)),
    );
    expect(lacking).toEqual([]);
  });

  it('the message catalogue has a text for every permission a key may lack', () => {
    for (const permission of KEY_PERMISSIONS) expect(en).toHaveProperty(`no_access_to_${permission}`);
  });

  it.each(LANGUAGES)('the message catalogue has the same placeholders in %s', (language) => {
    for (const [code, text] of Object.entries(en)) {
      const translated = CATALOGUE[language][code as keyof typeof en];
      expect([code, placeholders(translated)]).toEqual([code, placeholders(text)]);
      expect(translated.trim()).not.toBe('');
    }
  });

  it.each(LANGUAGES.filter((language) => language !== 'en'))(
    'the message catalogue is translated to %s',
    (language) => {
      const same = Object.entries(en).filter(([code, text]) => CATALOGUE[language][code as keyof typeof en] === text);
      expect(same).toEqual([]);
    },
  );

  it('the message catalogue keeps the two scripts of Uzbek, and Russian, apart', () => {
    const prose = (text: string) => text.replace(/\{\w+\}/g, '');
    for (const text of Object.values(CATALOGUE.uz_latn)) expect(prose(text)).not.toMatch(/\p{Script=Cyrillic}/u);
    for (const text of Object.values(CATALOGUE.tr)) expect(prose(text)).not.toMatch(/\p{Script=Cyrillic}/u);
    for (const text of Object.values(CATALOGUE.uz_cyrl)) expect(prose(text)).toMatch(/\p{Script=Cyrillic}/u);
    for (const text of Object.values(CATALOGUE.ru)) expect(prose(text)).not.toMatch(/[ўқғҳ]/i);
  });
});

describe('the texts of a language', () => {
  const textsOf = (language: Language) =>
    Object.values(CATALOGUE[language]).map((text) => text.replace(/\{\w+\}/g, ''));

  it('the texts of a language have its quotation marks and apostrophes, and no others', () => {
    for (const language of ['ru', 'uz_cyrl'] as const) expect(textsOf(language).join('\n')).not.toMatch(/[“”"]/);
    for (const language of ['uz_latn', 'tr', 'en'] as const) expect(textsOf(language).join('\n')).not.toMatch(/[«»"]/);
    expect(textsOf('uz_latn').join('\n')).not.toMatch(/['`\u02bb\u02bc]/);
  });

  it.each(LANGUAGES)('the texts of a language have one colon at most to a sentence in %s', (language) => {
    expect(textsOf(language).filter((text) => /: [^.]*: /.test(`${text.replace('Authorization: ', '')} `))).toEqual([]);
  });
});

describe('messageOf', () => {
  it('messageOf fills the placeholders', () => {
    expect(messageOf('en', 'field_too_long', { field: 'comment', max: 500 })).toBe(
      'Field comment must not be longer than 500',
    );
    expect(messageOf('ru', 'stop_list_insufficient', { name: 'Плов', available_quantity: 2 })).toBe(
      'Недостаточно «Плов»: осталось 2',
    );
  });

  it('messageOf takes values as they are, also those that look like placeholders or patterns', () => {
    expect(messageOf('en', 'product_in_stop_list', { name: '{available_quantity} $& $1', available_quantity: 0 })).toBe(
      '“{available_quantity} $& $1” is in the stop-list: 0 left',
    );
  });

  it('messageOf names the field even where the text has no place for it', () => {
    expect(messageOf('en', 'product_not_found', { field: 'items[0].product_id', product_id: 7 })).toBe(
      'Product 7 not found in the menu (items[0].product_id)',
    );
  });

  it('messageOf names statuses as people know them', () => {
    expect(messageOf('en', 'order_status_conflict', { from: 'UNCONFIRMED_ORDER', to: 'CREATED' })).toBe(
      'The order cannot go from “Expected” to “Created”',
    );
    expect(messageOf('en', 'order_not_with_till', { status: 'AWAITING_CONFIRMATION' })).toBe(
      'The order is still waiting (“Awaiting confirmation”): the till does not have it yet',
    );
    expect(messageOf('ru', 'reservation_status_conflict', { status: 'no_show' })).toBe(
      'Это невозможно для брони в статусе «Гости не пришли»',
    );
  });

  it('messageOf shows a code without a text as it is', () => {
    expect(messageOf('tr', 'never_heard_of')).toBe('never_heard_of');
    expect(messageOf('tr', 'constructor')).toBe('constructor');
  });
});

describe('names of the contract', () => {
  it.each(LANGUAGES)('names of the contract are there for every status and order type in %s', (language) => {
    const statuses = ORDER_STATUSES.map((status) => statusName(language, status));
    expect(new Set(statuses).size).toBe(ORDER_STATUSES.length);
    expect(statuses.every((name, index) => name !== ORDER_STATUSES[index])).toBe(true);
    const types = ([1, 2, 3] as const).map((id) => orderTypeName(id, language));
    expect(new Set(types).size).toBe(3);
  });

  it.each(LANGUAGES)('names of the contract are there for every status of a reservation in %s', (language) => {
    const names = RESERVATION_STATUSES.map((status) => anyStatusName(language, status));
    expect(new Set(names).size).toBe(RESERVATION_STATUSES.length);
    expect(names.filter((name) => /^[a-z_]+$/.test(name))).toEqual([]);
  });

  it('names of the contract are those of the contract in English', () => {
    expect(statusName('en', 'TAKEN_BY_COURIER')).toBe('On the way');
    expect(statusName('en', 'UNCONFIRMED_ORDER')).toBe('Expected');
    expect(([1, 2, 3] as const).map((id) => orderTypeName(id, 'en'))).toEqual(['Hall', 'Takeaway', 'Delivery']);
  });
});
