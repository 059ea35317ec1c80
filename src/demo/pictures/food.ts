import {
  area,
  around,
  at,
  box,
  CX,
  CY,
  circle,
  type Drawn,
  dash,
  ellipse,
  line,
  ring,
  scatter,
  turn,
} from './shapes.ts';

const CRUST = '#cf8a35';

/** What dishes are made of. A name in the singular is one piece: `scatter` and `around` lay out many. */

const grain =
  (colour: string): Drawn =>
  (x, y, turn) =>
    dash(x, y, 11, 3.4, colour, turn);

/** A heap of rice. */
export const rice = (radius = 66, colour = '#f0d694'): string =>
  circle(CX, CY, radius, colour) +
  scatter(80, radius - 4, grain('#fbeec6')) +
  scatter(50, radius - 6, grain('#d9b35f'), 0.5);

export const carrot: Drawn = (x, y, turn) => dash(x, y, 24, 5, '#e8862a', turn);
export const yellowCarrot: Drawn = (x, y, turn) => dash(x, y, 22, 5, '#f2b632', turn + 40);
export const meat: Drawn = (x, y, turn) =>
  box(x, y, 27, 21, 7, '#6d3b20', turn) + box(x - 1, y - 2, 18, 11, 5, '#8f5330', turn);
export const chickpea: Drawn = (x, y) => circle(x, y, 5.4, '#e9bd5a') + circle(x - 1.2, y - 1.5, 2.2, '#f8dd96');
export const raisin: Drawn = (x, y, turn) => ellipse(x, y, 5.5, 3.8, '#4a2438', turn);
export const barberry: Drawn = (x, y, turn) => ellipse(x, y, 4.4, 3, '#a3182b', turn);
export const quailEgg: Drawn = (x, y, turn) => ellipse(x, y, 15, 12, '#fffdf4', turn) + circle(x, y, 6.5, '#f3b229');
/** A slice of horse sausage. */
export const kazi: Drawn = (x, y, turn) =>
  circle(x, y, 15, '#6c1f23') +
  circle(x, y, 12.5, '#93363a') +
  dash(x, y, 16, 4, '#f0d9cf', turn) +
  dash(x + 2, y - 4, 9, 3, '#f0d9cf', turn + 60);
export const leaf: Drawn = (x, y, turn) => ellipse(x, y, 8, 3.6, '#4f8a3c', turn) + dash(x, y, 13, 1, '#35682a', turn);
export const tomato: Drawn = (x, y, turn) =>
  circle(x, y, 17, '#c8321f') +
  circle(x, y, 14.5, '#e5573f') +
  [0, 60, 120].map((more) => dash(x, y, 22, 3, '#f6a183', turn + more)).join('');
export const cucumber: Drawn = (x, y) =>
  circle(x, y, 14, '#4c8b3f') + circle(x, y, 12, '#cfe3a3') + ring(x, y, 5.5, '#a9c879', 2, '3 2');
export const radish: Drawn = (x, y) => circle(x, y, 12, '#c92f5c') + circle(x, y, 10, '#fff6f4');
export const onionRing: Drawn = (x, y) => ring(x, y, 11, '#a0527f', 2.6) + ring(x, y, 6.5, '#d3a5c2', 2);
export const potato: Drawn = (x, y, turn) =>
  box(x, y, 30, 22, 10, '#dba33c', turn) + box(x - 1, y - 2, 20, 12, 6, '#edc466', turn);
export const pepper: Drawn = (x, y, turn) => dash(x, y, 26, 8, '#d23b26', turn);
export const greenPepper: Drawn = (x, y, turn) => dash(x, y, 26, 8, '#5c9a3a', turn + 25);
export const fat: Drawn = (x, y) => ring(x, y, 5, '#ffffff66', 2);
export const mung: Drawn = (x, y, turn) => ellipse(x, y, 4.4, 3.2, '#6d7f35', turn);
export const walnut: Drawn = (x, y, turn) => box(x, y, 13, 10, 4, '#8a5a2d', turn) + dash(x, y, 9, 2, '#b98650', turn);
export const sesame: Drawn = (x, y, turn) => ellipse(x, y, 3, 1.8, '#fbeecb', turn);
export const ice: Drawn = (x, y, turn) => box(x, y, 22, 22, 5, '#ffffff77', turn);
/** A whole head of garlic. */
export const garlic = (x: number, y: number): string =>
  circle(x, y, 21, '#d9cbb6') +
  [0, 51, 103, 154, 206, 257, 309]
    .map((degrees) => turn(x, y, degrees, ellipse(x, y - 10, 6.5, 11, '#fffaf0')))
    .join('') +
  circle(x, y, 4, '#cbb994');

/** A spoon of sour cream, or of another thick sauce. */
export const dollop = (x: number, y: number, size: number, colour = '#fffdf6', shade = '#e8e0cd'): string =>
  circle(x, y, size, shade) +
  circle(x - size * 0.08, y - size * 0.12, size * 0.86, colour) +
  line(`M${x - size * 0.4} ${y} q${size * 0.4} ${-size * 0.5} ${size * 0.8} 0`, shade, 2.5);

/** Pieces on a skewer, with the marks of the fire. */
export const skewer = (y: number, colour: string, light: string, size: readonly [number, number] = [36, 28]): string =>
  box(CX, y, 262, 4, 2, '#8d8f94') +
  circle(34, y, 7, '#8d8f94') +
  [84, 123, 162, 201, 240]
    .map(
      (x, index) =>
        box(x, y, size[0], size[1], 10, colour) +
        box(x - 1, y - 4, size[0] - 10, size[1] * 0.42, 6, light) +
        dash(x - 6, y + 3, 17, 3, '#3a1d10', 62 + index * 4) +
        dash(x + 7, y + 3, 17, 3, '#3a1d10', 62 + index * 4),
    )
    .join('');

/** Long hand-pulled noodles. */
export const noodles = (colour = '#f3dfa6', shade = '#d8b86b'): string =>
  [-48, -34, -20, -6, 8, 22, 36, 50]
    .map((dy, index) => {
      const half = Math.sqrt(66 ** 2 - dy ** 2);
      const bend = index % 2 === 0 ? 16 : -14;
      const path = `M${CX - half} ${CY + dy} Q${CX - half / 3} ${CY + dy + bend} ${CX} ${CY + dy} T${CX + half} ${CY + dy}`;
      return line(path, shade, 9) + line(path, colour, 6);
    })
    .join('');

/** A dumpling with folds, steamed. */
export const dumpling =
  (size: number, tint = '#f5e7c8'): Drawn =>
  (x, y, turn) =>
    circle(x, y + 2, size, '#cdb583') +
    circle(x, y, size, tint) +
    [0, 45, 90, 135].map((more) => dash(x, y, size * 1.3, 1.8, '#cdb583', turn + more)).join('') +
    circle(x, y, size * 0.22, '#e6d2a2');

/** A round loaf from the clay oven, with the stamped middle. */
export const loaf = (crust = '#d5913f', middle = '#e9b968'): string =>
  circle(CX, CY, 88, '#a9682a') +
  circle(CX, CY - 2, 86, crust) +
  circle(CX, CY, 56, middle) +
  around(12, 70, (x, y, turn) => dash(x, y, 20, 4, '#f0c987', turn + 90)) +
  ring(CX, CY, 40, '#b5762f', 3, '2 7') +
  ring(CX, CY, 24, '#b5762f', 3, '2 6') +
  around(8, 12, (x, y) => circle(x, y, 2, '#b5762f')) +
  scatter(46, 80, sesame, 0.3);

/** A pasty: a rounded triangle with a shine. */
export const pasty = (x: number, y: number, degrees: number): string => {
  const shape = `M${x} ${y - 28} L${x + 30} ${y + 22} L${x - 30} ${y + 22} Z`;
  const higher = `M${x} ${y - 30} L${x + 30} ${y + 20} L${x - 30} ${y + 20} Z`;
  const seeds: [number, number][] = [
    [x - 12, y + 12],
    [x + 8, y + 14],
    [x + 2, y - 4],
    [x + 16, y + 4],
  ];
  return turn(
    x,
    y,
    degrees,
    line(shape, '#99591f', 24),
    area(shape, CRUST),
    line(higher, CRUST, 18),
    line(`M${x - 20} ${y + 8} L${x} ${y - 24}`, '#f0bb6c', 6),
    at(seeds, (sx, sy) => sesame(sx, sy, 40)),
  );
};

/** Minced meat, pressed on a skewer by hand. */
export const kebab = (y: number): string =>
  box(CX, y, 262, 4, 2, '#8d8f94') +
  circle(34, y, 7, '#8d8f94') +
  box(164, y, 188, 27, 13, '#6a3420') +
  box(162, y - 4, 172, 10, 5, '#95522f') +
  [86, 112, 138, 164, 190, 216, 242].map((x) => dash(x, y, 22, 3, '#40200f', 74)).join('');
