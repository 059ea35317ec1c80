import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askedLanguage } from '../../../../src/api/http/messages/asked-language.ts';
import { LANGUAGES } from '../../../../src/api/http/messages/languages.ts';
import { anyCharacter } from '../../../support/any-character.ts';

const ask = (header?: string, query: Record<string, unknown> = {}) =>
  askedLanguage({ query, headers: header === undefined ? {} : { 'accept-language': header } });

describe('the language that a request asks for', () => {
  it.each([
    ['ru', 'ru'],
    ['ru-RU', 'ru'],
    ['RU', 'ru'],
    ['en-GB, ru', 'en'],
    ['uz', 'uz_latn'],
    ['uz-UZ', 'uz_latn'],
    ['uz-latn', 'uz_latn'],
    ['uz_latn', 'uz_latn'],
    ['uz-Cyrl', 'uz_cyrl'],
    ['uz-Cyrl-UZ', 'uz_cyrl'],
    ['uz_cyrl', 'uz_cyrl'],
    ['de, fr;q=0.9, tr;q=0.1', 'tr'],
    ['en;q=0.5, tr;q=0.8', 'tr'],
    ['en;q=0.8,tr;q=0.8', 'en'],
    ['tr; q=1.000 , en', 'tr'],
    ['en;q=0, tr;q=0.001', 'tr'],
    ['en;Q=0.2, tr;level=1;q=0.3', 'tr'],
    // The brand's is as good as any.
    ['*', undefined],
    ['*, ru;q=0.5', undefined],
    ['ru, *;q=0.1', 'ru'],
    ['de, *;q=0.5, ru;q=0.4', undefined],
    ['de', undefined],
    ['russian', undefined],
    ['ru;q=0', undefined],
    ['ru;q=2, en;q=x, tr;q=0.1', 'tr'],
    ['', undefined],
    [',;=,', undefined],
    [undefined, undefined],
  ])('Accept-Language: %s is %s', (header, language) => {
    expect(ask(header)).toBe(language);
  });

  it('a parameter counts before the header, if it is a language that we speak', () => {
    expect(ask('ru', { language: 'tr' })).toBe('tr');
    expect(ask('ru', { language: 'uz-Cyrl-UZ' })).toBe('uz_cyrl');
    expect(ask('ru', { language: 'de' })).toBe('ru');
    expect(ask('ru', { language: '' })).toBe('ru');
    expect(ask('ru', { language: ['tr', 'en'] })).toBe('ru');
    expect(ask(undefined, { language: 'de' })).toBeUndefined();
  });

  it('any header is read, in little time', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (header) => {
        expect([undefined, ...LANGUAGES]).toContain(ask(header));
      }),
    );
    const before = performance.now();
    for (const part of ['ru;q=0,', 'uz-', ' ', ';q=']) ask(part.repeat(16_384 / part.length));
    expect(performance.now() - before).toBeLessThan(200);
  });
});
