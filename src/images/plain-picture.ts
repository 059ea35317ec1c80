/**
 * Whether a file holds a picture and nothing else: no place, no camera, no profile of colours, no text, nothing behind its end.
 * So are the files that we make.
 */
export const isPlainPicture = (bytes: Buffer): boolean =>
  bytes.readUInt16BE(0) === SOI ? isPlainJpeg(bytes) : isPlainWebp(bytes);

const SOI = 0xffd8;
const APP0 = 0xe0;
const SCAN = 0xda;
const END = 0xd9;
/** Tables, the frame and restarts. */
const PARTS: ReadonlySet<number> = new Set([0xc0, 0xc2, 0xc4, 0xdb, 0xdd, SCAN]);
/** The head of JFIF without a small picture in it. */
const JFIF_LENGTH = 16;

const isPlainJpeg = (bytes: Buffer): boolean => {
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return false;
    const marker = bytes[at + 1]!;
    const length = bytes.readUInt16BE(at + 2);
    const isHead = marker === APP0 && length === JFIF_LENGTH && bytes.toString('latin1', at + 4, at + 8) === 'JFIF';
    if (!isHead && !PARTS.has(marker)) return false;
    at += 2 + length;
    if (marker === SCAN) at = endOfScan(bytes, at);
    if (at + 2 === bytes.length && bytes[at] === 0xff && bytes[at + 1] === END) return true;
  }
  return false;
};

/** Where the next marker is. Within a scan 0xff is followed by 0, or by a restart. */
const endOfScan = (bytes: Buffer, start: number): number => {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
};

const WEBP_PARTS: ReadonlySet<string> = new Set(['VP8X', 'ALPH', 'VP8 ']);

const isPlainWebp = (bytes: Buffer): boolean => {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.readUInt32LE(4) + 8 !== bytes.length) return false;
  let at = 12;
  while (at + 8 <= bytes.length) {
    if (!WEBP_PARTS.has(bytes.toString('latin1', at, at + 4))) return false;
    const length = bytes.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return at === bytes.length;
};
