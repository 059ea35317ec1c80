import {
  barberry,
  carrot,
  chickpea,
  dollop,
  dumpling,
  fat,
  garlic,
  greenPepper,
  kazi,
  kebab,
  leaf,
  meat,
  mung,
  noodles,
  onionRing,
  pepper,
  potato,
  quailEgg,
  raisin,
  rice,
  skewer,
  tomato,
  yellowCarrot,
} from './food.ts';
import { area, around, at, box, CX, CY, circle, dash, ellipse, ring, scatter } from './shapes.ts';
import { CLOTH, inBowl, onBoard, onPlate } from './tableware.ts';

const { warm, coal } = CLOTH;

/** How plov, meat from the fire, hot dishes and soups look, by their keys. */
export const HOT_DISHES: Readonly<Record<string, string>> = {
  plov_choyxona: onPlate(
    warm,
    rice(70),
    scatter(20, 60, yellowCarrot),
    scatter(5, 34, meat, 2),
    scatter(9, 58, chickpea, 4),
    scatter(12, 62, barberry, 7),
  ),
  plov_wedding: onPlate(
    warm,
    rice(70),
    scatter(18, 62, carrot),
    scatter(12, 60, raisin, 3),
    scatter(11, 56, chickpea, 6),
    scatter(4, 40, meat, 1.4),
    garlic(CX + 6, CY - 8),
  ),
  plov_samarkand: onPlate(
    warm,
    rice(70, '#f6e5b4'),
    around(16, 45, (x, y, turn) => carrot(x, y, turn + 20)),
    around(18, 34, (x, y, turn) => yellowCarrot(x, y, turn)),
    scatter(6, 26, meat, 3),
  ),
  plov_devzira: onPlate(
    warm,
    rice(70, '#d9a566'),
    scatter(16, 60, carrot),
    scatter(7, 46, meat, 2.2),
    scatter(8, 60, (x, y, turn) => box(x, y, 10, 8, 3, '#f6ecd9', turn), 5),
  ),
  plov_kazi: onPlate(
    warm,
    rice(70),
    scatter(16, 60, yellowCarrot),
    around(5, 36, kazi, 20),
    quailEgg(CX - 12, CY + 4, 20),
    quailEgg(CX + 16, CY - 6, -30),
  ),
  plov_lagan: onBoard(
    warm,
    ellipse(CX, CY, 122, 78, '#fbf6ea'),
    ellipse(CX, CY, 112, 69, '#1f5f9e'),
    ellipse(CX, CY, 107, 65, '#f4ecd9'),
    ellipse(CX, CY, 92, 54, '#f0d694'),
    scatter(34, 54, carrot),
    scatter(20, 70, raisin, 2),
    scatter(9, 44, meat, 3),
    tomato(82, 90, 10),
    tomato(240, 148, 40),
    onionRing(234, 92, 0),
    leaf(84, 152, 30),
  ),

  shashlik_lamb: onBoard(
    coal,
    skewer(84, '#7a3d20', '#a9633b'),
    skewer(124, '#7a3d20', '#a9633b'),
    onionRing(90, 164, 0),
    onionRing(114, 172, 0),
    onionRing(140, 164, 0),
    leaf(176, 168, 10),
    leaf(192, 174, 50),
  ),
  shashlik_beef: onBoard(
    coal,
    skewer(88, '#5f2a1c', '#8d4a35', [37, 32]),
    skewer(136, '#5f2a1c', '#8d4a35', [37, 32]),
    leaf(226, 176, 20),
    leaf(240, 170, 70),
  ),
  kiyma_kebab: onBoard(
    coal,
    kebab(86),
    kebab(128),
    onionRing(84, 172, 0),
    onionRing(108, 168, 0),
    tomato(222, 172, 20),
  ),
  shashlik_chicken: onBoard(
    coal,
    skewer(84, '#c27a2c', '#e6ab57', [37, 31]),
    skewer(130, '#c27a2c', '#e6ab57', [37, 31]),
    dollop(238, 172, 17),
    leaf(88, 172, 25),
  ),
  shashlik_liver: onBoard(
    coal,
    skewer(84, '#4a2019', '#6b3429', [34, 26]),
    skewer(126, '#4a2019', '#6b3429', [34, 26]),
    at(
      [84, 126].flatMap((y) => [104, 143, 182, 221].map((x): [number, number] => [x, y])),
      (x, y) => box(x, y, 9, 26, 4, '#f3e3c6'),
    ),
    onionRing(100, 170, 0),
    onionRing(126, 174, 0),
  ),
  shashlik_roll: onBoard(coal, rolls(86), rolls(128), leaf(96, 172, 10), tomato(226, 170, 0)),
  lamb_ribs: onPlate(
    coal,
    [116, 144, 172, 200].map(rib).join(''),
    onionRing(CX - 50, CY + 56, 0),
    onionRing(CX - 28, CY + 62, 0),
    leaf(CX + 44, CY + 58, 20),
    leaf(CX + 58, CY + 50, 60),
  ),
  steak: onPlate(
    coal,
    area('M98 120 Q100 70 158 74 Q226 78 224 122 Q220 168 158 164 Q100 166 98 120 Z', '#5c2a1a'),
    area('M104 116 Q108 78 158 80 Q216 84 216 118 Q212 152 158 150 Q106 152 104 116 Z', '#7f4128'),
    [126, 150, 174, 198].map((x) => dash(x, 116, 74, 6, '#3a1a10', 68)).join(''),
    pepper(112, 168, 20),
    greenPepper(140, 176, -10),
    leaf(196, 170, 30),
  ),
  grilled_vegetables: onPlate(
    coal,
    scatter(5, 50, tomato, 1),
    around(
      5,
      46,
      (x, y) => ellipse(x, y, 19, 14, '#4a2a52') + ellipse(x, y, 15, 10, '#e8d8ac') + dash(x, y, 22, 3, '#7a5a2c', 30),
      36,
    ),
    around(5, 22, (x, y, turn) => pepper(x, y, turn), 70),
    greenPepper(CX + 44, CY - 44, 10),
    ellipse(CX - 4, CY + 2, 17, 13, '#d8c3a0'),
    dash(CX - 4, CY + 12, 10, 9, '#efe2c9', 90),
  ),

  lagman: inBowl(
    warm,
    '#b5502a',
    noodles(),
    scatter(7, 50, meat, 2),
    scatter(7, 56, pepper, 4),
    scatter(6, 54, greenPepper, 7),
    scatter(8, 60, leaf, 3),
  ),
  lagman_fried: onPlate(
    warm,
    noodles('#e3b15f', '#a9702a'),
    scatter(6, 48, meat, 3),
    scatter(9, 56, pepper, 1),
    scatter(6, 52, greenPepper, 5),
    scatter(8, 58, (x, y, turn) => dash(x, y, 24, 6, '#f9df7d', turn), 8),
  ),
  manty_beef: onPlate(warm, around(5, 46, dumpling(25), -90), dollop(CX, CY, 17), scatter(7, 60, leaf, 4)),
  manty_pumpkin: onPlate(
    warm,
    around(5, 46, dumpling(25, '#f4d08c'), -90),
    around(5, 46, (x, y) => circle(x, y, 7, '#e8862a'), -90),
    dollop(CX, CY, 17),
  ),
  kazan_kabob: onPlate(
    warm,
    scatter(8, 54, potato, 2),
    scatter(
      6,
      40,
      (x, y, turn) => box(x, y, 34, 26, 9, '#6d3b20', turn) + box(x - 2, y - 3, 22, 12, 6, '#9a5c35', turn),
      5,
    ),
    dash(CX + 46, CY - 40, 44, 9, '#f3e6cf', -40),
    scatter(8, 62, leaf, 7),
  ),
  dimlama: onPlate(
    warm,
    scatter(5, 56, potato, 1),
    scatter(5, 50, tomato, 3),
    scatter(9, 58, carrot, 2),
    scatter(5, 38, meat, 4),
    scatter(7, 56, greenPepper, 6),
    scatter(5, 56, onionRing, 9),
  ),
  xonim: onPlate(
    warm,
    around(
      4,
      40,
      (x, y) =>
        circle(x, y + 2, 31, '#cdb583') +
        circle(x, y, 31, '#f5e7c8') +
        ring(x, y, 20, '#c98a4b', 5) +
        ring(x, y, 9, '#c98a4b', 4),
      45,
    ),
    dollop(CX, CY, 14),
    scatter(8, 62, leaf, 2),
  ),
  norin: onPlate(
    warm,
    circle(CX, CY, 64, '#e9d6a8'),
    scatter(64, 62, (x, y, turn) => dash(x, y, 24, 3, '#fbf0d0', turn)),
    scatter(26, 60, (x, y, turn) => dash(x, y, 20, 3, '#7a3a2a', turn), 0.5),
    around(5, 40, kazi, 54),
    scatter(8, 60, leaf, 5),
  ),

  shurpa: inBowl(
    warm,
    '#d9a24a',
    potato(CX - 34, CY - 26, 20),
    potato(CX + 36, CY + 28, -30),
    box(CX + 6, CY - 6, 54, 36, 14, '#6d3b20', 20),
    dash(CX + 34, CY - 34, 40, 9, '#f3e6cf', -48),
    circle(CX - 30, CY + 34, 13, '#e8862a'),
    circle(CX + 46, CY - 6, 12, '#e8862a'),
    scatter(8, 62, chickpea, 3),
    scatter(10, 66, leaf, 6),
    scatter(9, 66, fat, 1),
  ),
  mastava: inBowl(
    warm,
    '#c96a34',
    scatter(46, 66, (x, y, turn) => dash(x, y, 9, 3, '#fbeec6', turn)),
    scatter(6, 52, (x, y, turn) => box(x, y, 16, 13, 4, '#6d3b20', turn), 2),
    scatter(8, 58, (x, y, turn) => box(x, y, 11, 11, 3, '#e8862a', turn), 4),
    dollop(CX + 6, CY - 4, 18),
    scatter(10, 62, leaf, 7),
  ),
  moshxorda: inBowl(
    warm,
    '#a98a4a',
    scatter(60, 70, mung),
    scatter(30, 66, (x, y, turn) => dash(x, y, 9, 3, '#fbeec6', turn), 0.5),
    scatter(5, 46, (x, y, turn) => box(x, y, 16, 13, 4, '#6d3b20', turn), 2),
    scatter(12, 60, leaf, 7),
  ),
  chuchvara: inBowl(
    warm,
    '#d98a4a',
    scatter(14, 60, dumpling(13), 1),
    circle(CX + 8, CY - 6, 13, '#b8301f'),
    scatter(12, 66, leaf, 5),
    scatter(8, 66, fat, 2),
  ),
};

/** A rib of lamb on its bone. */
function rib(x: number): string {
  return (
    dash(x, CY - 6, 104, 8, '#f3e6cf', 78) +
    box(x, CY + 8, 24, 72, 11, '#7b3f22', -12) +
    box(x - 3, CY + 4, 9, 50, 4, '#a8653c', -12)
  );
}

/** Rolls of meat with herbs on a skewer. */
function rolls(y: number): string {
  const roll = (x: number) => circle(x, y, 21, '#7a3d20') + ring(x, y, 14, '#e8d2ac', 3) + ring(x, y, 7, '#5f8a3c', 3);
  return box(CX, y, 262, 4, 2, '#8d8f94') + [88, 134, 180, 226].map(roll).join('');
}
