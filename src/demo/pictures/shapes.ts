/** The shapes that all pictures are drawn with. Each answers a piece of SVG; lengths are in units of a picture of 320 by 240. */

export const WIDTH = 320;
export const HEIGHT = 240;
/** The middle of a picture. */
export const CX = WIDTH / 2;
export const CY = HEIGHT / 2;

/** So that a number in the picture has one decimal at most. */
const round = (value: number): number => Math.round(value * 10) / 10;

export const circle = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${fill}"/>`;

export const ring = (x: number, y: number, r: number, colour: string, width: number, dashes = ''): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="none" stroke="${colour}" stroke-width="${width}"${
    dashes && ` stroke-dasharray="${dashes}"`
  }/>`;

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, degrees = 0): string =>
  `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${rx}" ry="${ry}" fill="${fill}"${turned(x, y, degrees)}/>`;

/** A box with round corners around its middle. */
export const box = (x: number, y: number, w: number, h: number, r: number, fill: string, degrees = 0): string =>
  `<rect x="${round(x - w / 2)}" y="${round(y - h / 2)}" width="${w}" height="${h}" rx="${r}" fill="${fill}"${turned(x, y, degrees)}/>`;

/** A line with round ends around its middle. */
export const dash = (x: number, y: number, length: number, width: number, colour: string, degrees: number): string =>
  box(x, y, length, width, width / 2, colour, degrees);

export const area = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`;

/** The parts, turned around a place. */
export const turn = (x: number, y: number, degrees: number, ...parts: readonly string[]): string =>
  `<g${turned(x, y, degrees)}>${parts.join('')}</g>`;

export const line = (d: string, colour: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

const turned = (x: number, y: number, degrees: number): string =>
  degrees === 0 ? '' : ` transform="rotate(${round(degrees)} ${round(x)} ${round(y)})"`;

/** Draws one of several things that lie about. `turn` differs from one to the next, in degrees. */
export type Drawn = (x: number, y: number, turn: number) => string;

const GOLDEN_ANGLE = 2.399963;

/**
 * So many things, evenly and without a pattern, within a circle around the middle; never two in one place. `from` begins
 * elsewhere, so that two kinds do not cover each other.
 */
export const scatter = (count: number, radius: number, draw: Drawn, from = 0): string =>
  Array.from({ length: count }, (_, index) => {
    const distance = radius * Math.sqrt((index + 0.5) / count);
    const angle = (index + from) * GOLDEN_ANGLE;
    return draw(CX + distance * Math.cos(angle), CY + distance * Math.sin(angle), (index * 67 + from * 31) % 180);
  }).join('');

/** So many things around the middle, all at that distance. */
export const around = (count: number, distance: number, draw: Drawn, fromDegrees = 0): string =>
  Array.from({ length: count }, (_, index) => {
    const degrees = fromDegrees + (index * 360) / count;
    const angle = (degrees * Math.PI) / 180;
    return draw(CX + distance * Math.cos(angle), CY + distance * Math.sin(angle), degrees);
  }).join('');

/** The same thing at each of these places. */
export const at = (
  places: readonly (readonly [x: number, y: number])[],
  draw: (x: number, y: number) => string,
): string => places.map(([x, y]) => draw(x, y)).join('');

/** The whole picture, on a tablecloth of that colour. */
export const picture = (cloth: string, ...parts: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">${[
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${cloth}"/>`,
    ...parts,
  ].join('')}</svg>`;
