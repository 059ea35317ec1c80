/** What is wrong with the bytes of a text file; null: nothing. */
export interface Decoded {
  readonly text: string;
  readonly problem: { readonly line: number; readonly message: string } | null;
}

const SAVE = 'save the file as UTF-8';

/** The text of a file in UTF-8, with or without a byte order mark. */
export const decodeUtf8 = (bytes: Uint8Array): Decoded => {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isUtf16) return { text: '', problem: { line: 1, message: `this is UTF-16: ${SAVE}` } };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), problem: null };
  } catch {
    const line = lineOfBadByte(bytes);
    return { text: '', problem: { line, message: `this line is not UTF-8, perhaps Windows-1251: ${SAVE}` } };
  }
};

/** Lines are tried one by one: no byte of another character is a line feed. */
const lineOfBadByte = (bytes: Uint8Array): number => {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let line = 1, start = 0; ; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    try {
      decoder.decode(bytes.subarray(start, end === -1 ? undefined : end));
    } catch {
      return line;
    }
    if (end === -1) return line;
    start = end + 1;
  }
};
