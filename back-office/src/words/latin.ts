const LETTERS: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'yo',
  ж: 'j',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'x',
  ц: 's',
  ч: 'ch',
  ш: 'sh',
  ъ: '’',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  ў: 'o‘',
  қ: 'q',
  ғ: 'g‘',
  ҳ: 'h',
};

const isVowel = (letter: string): boolean => /^[аеёиоуўэюя]$/.test(letter);

/** A letter by the one before it: е is ye where it begins a word, or follows a vowel or a sign; ц is ts after a vowel. */
const spelled = (letter: string, before: string): string => {
  if (letter === 'е' && (isVowel(before) || /^[ъь]$/.test(before) || !/^\p{L}$/u.test(before))) return 'ye';
  if (letter === 'ц' && isVowel(before)) return 'ts';
  return LETTERS[letter] ?? letter;
};

/**
 * Uzbek in Latin letters, from Cyrillic ones: words are kept in these alone. Browsers, too, know how dates and numbers are written
 * with Cyrillic letters, but not with Latin ones: there they write `M11 27`.
 */
export const latinOf = (text: string): string =>
  text
    .replace(/\p{Script=Cyrillic}/gu, (letter, at: number) => {
      const small = letter.toLocaleLowerCase();
      // The ye that follows says the sign, as in obyekt.
      if (small === 'ъ' && text.charAt(at + 1).toLocaleLowerCase() === 'е') return '';
      const latin = spelled(small, text.charAt(at - 1).toLocaleLowerCase());
      return small === letter ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
    })
    .replaceAll('«', '“')
    .replaceAll('»', '”');

/** All words of a file in Latin letters. */
export const latinWords = <Words extends object>(words: Words): Words =>
  Object.fromEntries(
    Object.entries(words).map(([name, part]) => [name, typeof part === 'string' ? latinOf(part) : latinWords(part)]),
  ) as Words;
