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

/**
 * Uzbek in Latin letters, from Cyrillic ones. Browsers know how dates and numbers are written in Uzbek with Cyrillic letters,
 * but not with Latin ones: there they write `M11 27`.
 */
export const latinOf = (text: string): string =>
  text.replace(/\p{Script=Cyrillic}/gu, (letter, at: number) => {
    const small = letter.toLocaleLowerCase();
    const isFirst = at === 0 || !/\p{L}/u.test(text[at - 1]!);
    const latin = small === 'е' && isFirst ? 'ye' : (LETTERS[small] ?? letter);
    return small === letter ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
  });
