import {
  carrot,
  cucumber,
  dollop,
  kazi,
  leaf,
  loaf,
  meat,
  onionRing,
  pasty,
  potato,
  radish,
  sesame,
  tomato,
  walnut,
} from './food.ts';
import { area, around, at, box, CX, CY, circle, dash, line, ring, scatter, turn } from './shapes.ts';
import { CLOTH, onBoard, onPlate } from './tableware.ts';

const { sage, rose, sand } = CLOTH;

/** How salads, bread, desserts and set meals look, by their keys. */
export const COLD_DISHES: Readonly<Record<string, string>> = {
  achichuk: onPlate(
    sage,
    scatter(13, 58, tomato, 1),
    scatter(10, 58, onionRing, 4),
    dash(CX - 8, CY + 10, 54, 9, '#4f8a3c', -35),
    circle(CX + 14, CY - 6, 4, '#35682a'),
    scatter(8, 60, leaf, 3),
  ),
  salad_tashkent: onPlate(
    sage,
    scatter(50, 60, (x, y, turn) => dash(x, y, 26, 4.4, '#bcd79a', turn)),
    scatter(16, 54, (x, y, turn) => dash(x, y, 24, 5, '#8a4a2c', turn), 0.5),
    scatter(12, 44, (x, y, turn) => dash(x, y, 15, 3, '#d59a45', turn), 3),
    dollop(CX, CY - 4, 15),
  ),
  eggplant_salad: onPlate(
    sage,
    scatter(
      12,
      56,
      (x, y, turn) => box(x, y, 28, 20, 6, '#4a2a52', turn) + box(x, y - 1, 21, 12, 4, '#c99a4a', turn),
      1,
    ),
    scatter(7, 54, tomato, 4),
    scatter(13, 62, leaf, 2),
    scatter(24, 58, sesame, 0.4),
  ),
  spring_salad: onPlate(
    sage,
    scatter(8, 56, cucumber, 1),
    scatter(9, 54, radish, 4),
    dollop(CX, CY, 22),
    scatter(16, 64, leaf, 2),
  ),
  suzma: onPlate(
    sage,
    circle(CX, CY, 58, '#e8e0cd'),
    circle(CX - 2, CY - 4, 54, '#fffdf6'),
    line('M122 126 Q160 84 196 122 Q170 150 146 130', '#e3dac4', 6),
    scatter(22, 48, (x, y, turn) => dash(x, y, 8, 2.4, '#4f8a3c', turn)),
    circle(CX + 18, CY + 22, 6, '#e5573f'),
  ),
  kazi_cold: onPlate(
    sage,
    around(9, 50, (x, y, turn) => kazi(x, y, turn)),
    around(5, 22, kazi, 30),
    onionRing(CX, CY, 0),
    scatter(6, 66, leaf, 2),
  ),

  samsa_lamb: onBoard(sand, pasty(102, 126, -14), pasty(CX + 2, 108, 6), pasty(222, 130, 16)),
  samsa_beef: onBoard(
    sand,
    at(
      [
        [104, 116],
        [160, 134],
        [216, 112],
      ],
      flaky,
    ),
  ),
  samsa_pumpkin: onBoard(
    sand,
    at(
      [
        [102, 124],
        [162, 106],
        [220, 130],
      ],
      bun,
    ),
  ),
  non: onBoard(sand, loaf()),
  patir: onBoard(sand, loaf('#c98434', '#dfae5e'), [60, 48, 36, 22].map((r) => ring(CX, CY, r, '#f0cf91', 3)).join('')),

  chak_chak: onPlate(
    rose,
    area('M92 164 Q104 72 160 66 Q216 72 228 164 Q160 184 92 164 Z', '#c5832b'),
    Array.from({ length: 9 }, (_, row) => sticks(row)).join(''),
    walnut(132, 100, 20),
    walnut(186, 128, 60),
    walnut(150, 150, 0),
  ),
  pahlava: onPlate(
    rose,
    at(
      [
        [118, 98],
        [160, 98],
        [202, 98],
        [139, 142],
        [181, 142],
      ],
      rhomb,
    ),
  ),
  medovik: onPlate(
    rose,
    area('M96 158 L224 158 L224 96 Q160 66 96 96 Z', '#b9772d'),
    [104, 118, 132, 146].map((y) => box(CX, y, 128, 6, 0, '#fff1d6')).join(''),
    area('M96 97 Q160 66 224 96 L224 104 L96 104 Z', '#e2aa55'),
    at(
      [
        [116, 92],
        [132, 84],
        [150, 80],
        [166, 82],
        [182, 84],
        [202, 92],
        [140, 94],
        [174, 94],
      ],
      (x, y) => circle(x, y, 2.6, '#8a5426'),
    ),
    leaf(206, 88, 30),
  ),
  nishalda: onPlate(
    rose,
    circle(CX, CY, 60, '#e9e2d6'),
    circle(CX - 2, CY - 3, 57, '#fffefb'),
    line(
      'M120 138 Q118 92 160 88 Q206 90 202 130 Q196 160 160 156 Q134 150 140 124 Q150 104 170 112 Q184 122 170 134',
      '#e4dccb',
      7,
    ),
  ),
  fruit_plate: onPlate(
    rose,
    around(5, 50, melon),
    scatter(16, 26, (x, y) => circle(x, y, 8, '#5b2a66') + circle(x - 2, y - 3, 2.4, '#a27bb0')),
    around(5, 34, (x, y) => circle(x, y, 10, '#f0922b') + circle(x - 3, y - 3, 3, '#f9c074'), 36),
    leaf(CX, CY - 66, 0),
  ),

  business_lunch: onBoard(
    sand,
    small(98, 96, '#d9a24a', potato(90, 92, 20) + leaf(108, 104, 40)),
    small(222, 96, '#f0d694', carrot(214, 92, 20) + meat(228, 100, 30) + carrot(226, 84, 100)),
    small(98, 156, '#e5573f', onionRing(92, 154, 0) + leaf(106, 162, 0)),
    circle(CX, 126, 34, '#b5762f'),
    circle(CX, 124, 33, '#dda24e'),
    circle(CX, 124, 18, '#efc581'),
    ring(CX, 124, 11, '#b5762f', 2, '2 4'),
    small(222, 156, '#8f9a3c', ''),
  ),
  child_lunch: onBoard(
    sand,
    small(100, 110, '#e9bd5a', line('M84 108 q8 -10 16 0 t16 0 M86 118 q8 -10 16 0 t14 0', '#fff1c4', 4)),
    circle(206, 128, 56, '#fbf6ea'),
    ring(206, 128, 50, '#1f5f9e', 4, '6 4.47'),
    box(196, 118, 62, 16, 8, '#7a3d20', -10),
    box(194, 115, 44, 5, 2, '#a9633b', -10),
    at(
      [
        [186, 146],
        [204, 150],
        [222, 142],
        [226, 152],
      ],
      (x, y) => dash(x, y, 22, 7, '#edc466', x % 50),
    ),
    tomato(226, 112, 10),
    circle(106, 174, 18, '#fffdf6'),
    circle(106, 174, 14, '#a8324a'),
  ),
};

/** A square pasty of flaky dough. */
function flaky(x: number, y: number): string {
  return (
    box(x, y + 3, 56, 56, 12, '#99591f', 12) +
    box(x, y, 54, 54, 11, '#d79a48', 12) +
    [-14, 0, 14].map((dy) => line(`M${x - 20} ${y + dy} q20 -8 40 0`, '#f2c983', 3)).join('')
  );
}

/** A round pasty, open in the middle. */
function bun(x: number, y: number): string {
  return (
    circle(x, y + 3, 32, '#99591f') +
    circle(x, y, 31, '#dda24e') +
    circle(x, y, 11, '#e8761f') +
    [0, 60, 120, 180, 240, 300].map((degrees) => turn(x, y, degrees, dash(x + 20, y, 13, 3, '#f4d08c', 0))).join('')
  );
}

/** A piece of baklava. */
function rhomb(x: number, y: number): string {
  return (
    area(`M${x} ${y - 28} l24 28 l-24 30 l-24 -30 Z`, '#9a5f22') +
    area(`M${x} ${y - 30} l24 28 l-24 28 l-24 -28 Z`, '#dba447') +
    line(`M${x - 15} ${y - 2} l15 17 l15 -17`, '#f3cf85', 2.5) +
    walnut(x, y - 4, 30)
  );
}

/** A row of sweet sticks of dough; lower rows are longer. */
function sticks(row: number): string {
  return Array.from({ length: 3 + row }, (_, index) => {
    const colour = (index + row) % 2 ? '#efc15c' : '#dfa23b';
    return dash(CX + (index - (2 + row) / 2) * 14, 78 + row * 10.5, 17, 8, colour, ((index * 53 + row * 31) % 90) - 45);
  }).join('');
}

/** A slice of water melon. */
function melon(x: number, y: number, degrees: number): string {
  const slice = (half: number, deep: number) => `M${x - half} ${y - 6} Q${x} ${y + deep} ${x + half} ${y - 6} Z`;
  return turn(x, y, degrees, area(slice(22, 30), '#3f8a3a'), area(slice(18, 22), '#e0483c'));
}

/** A small bowl on a tray. */
function small(x: number, y: number, food: string, on: string): string {
  return (
    circle(x, y + 2, 29, '#6b4423') +
    circle(x, y, 28, '#fbf6ea') +
    ring(x, y, 25.5, '#1f5f9e', 3, '4 4') +
    circle(x, y, 22, food) +
    on
  );
}
