import { ice, leaf } from './food.ts';
import { area, at, CX, CY, circle, ellipse, line, ring } from './shapes.ts';
import { CLOTH, inBottle, inCup, inGlass, inTeapot } from './tableware.ts';

const { sky, sage, sand, rose } = CLOTH;

const straw = line('M176 104 L206 20', '#d23b26', 6);

/** How each drink of the menu looks, by its key. */
export const DRINKS: Readonly<Record<string, string>> = {
  tea_green: inTeapot(sage, '#b9b04a'),
  tea_black: inTeapot(sand, '#8a3a16'),
  tea_house: inTeapot(
    rose,
    '#c9762a',
    circle(250, 156, 7, '#f0922b'),
    ring(250, 156, 4, '#f9c074', 2),
    leaf(230, 158, 10),
    leaf(66, 206, 20),
    leaf(82, 212, 60),
    circle(52, 214, 6, '#a3182b'),
  ),
  americano: inCup(sand, '#3b1d10', ring(CX, CY, 47, '#8a5a34', 4)),
  cappuccino: inCup(
    sand,
    '#b27a48',
    area('M160 96 Q136 96 136 118 Q138 138 160 152 Q182 138 184 118 Q184 96 160 96 Z', '#f7ead6'),
    line('M146 112 Q160 122 174 112 M148 126 Q160 136 172 126', '#b27a48', 4),
  ),
  ayran: inGlass(
    sky,
    '#fbfaf2',
    ellipse(146, 72, 13, 5, '#cfe3a3'),
    ellipse(146, 72, 10, 3.4, '#e6f0cc'),
    leaf(176, 68, 20),
    leaf(188, 74, -30),
  ),
  compote: inGlass(
    rose,
    '#a8324a',
    circle(144, 176, 13, '#6a2238'),
    circle(172, 186, 12, '#b8682a'),
    circle(168, 150, 9, '#6a2238'),
  ),
  lemonade_tarragon: inGlass(
    sky,
    '#7cbf5a',
    ice(146, 96, 20),
    ice(176, 108, 50),
    ice(152, 130, 75),
    circle(178, 150, 14, '#d9e86a'),
    ring(178, 150, 10, '#f4f9c8', 3, '5 2.8'),
    straw,
    leaf(134, 62, 30),
    leaf(148, 56, -20),
  ),
  pomegranate_juice: inGlass(
    rose,
    '#8c1230',
    at(
      [
        [140, 92],
        [170, 104],
        [152, 128],
        [182, 140],
      ],
      (x, y) => ellipse(x, y, 5, 7, '#c72c4e', 20),
    ),
  ),
  cola: inBottle(rose, '#3d1c12', '#b3202c', '#b3202c'),
  water_still: inBottle(sky, '#d8eef6cc', '#2f7fb5', '#2f7fb5'),
  water_sparkling: inBottle(
    sage,
    '#d6efe4cc',
    '#2f8a63',
    '#2f8a63',
    at(
      [
        [140, 206],
        [176, 196],
        [150, 120],
        [182, 112],
        [166, 100],
      ],
      (x, y) => circle(x, y, 3.4, '#ffffffcc'),
    ),
  ),
};
