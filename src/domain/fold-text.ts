/** Characters that a reader does not see, and those that stand for the apostrophe of Uzbek Latin. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
const APOSTROPHES = /[ʻʼʽʹʾʿˈ‘’‛′`´ꞌ]/gu;
/** The dot that the Turkish İ keeps above its small letter. */
const DOT_ABOVE = /i\u0307/g;

/**
 * A text as searches and checks compare it: the same for all writings that people take for one. Compatible forms and
 * letter case are one (NFKC, ß is ss), and so are the four Turkish letters i, ё and е, and all apostrophes.
 */
export const foldText = (text: string): string => {
  // Before NFKC, which makes a space and a mark of an accent that stands for an apostrophe.
  const plain = text.normalize('NFC').replace(APOSTROPHES, "'").normalize('NFKC').replace(UNSEEN, '');
  // By way of small letters: ẞ has a capital of its own, and only ß becomes SS.
  const small = plain.toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
  return small.replace(DOT_ABOVE, 'i').replace(APOSTROPHES, "'").replaceAll('ς', 'σ').replaceAll('ё', 'е');
};
