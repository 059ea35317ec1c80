import { area, box, CX, CY, circle, ellipse, line, picture, ring } from './shapes.ts';

/** Tablecloths: one for each kind of dish. */
export const CLOTH = {
  warm: '#e9c79c',
  coal: '#d9b8a0',
  sage: '#c9d3b5',
  rose: '#e8c4bb',
  sky: '#bcd3dc',
  sand: '#e6d6b4',
} as const;

type Cloth = (typeof CLOTH)[keyof typeof CLOTH];

const SHADOW = '#5b3a1e';
const CLAY = '#fbf6ea';
/** The blue of the potters of Rishtan. */
const BLUE = '#1f5f9e';

const shadow = (rx: number, ry: number, y = CY + 7): string => `<g opacity=".18">${ellipse(CX, y, rx, ry, SHADOW)}</g>`;

/** A large plate with the blue rim, seen from above. */
export const onPlate = (cloth: Cloth, ...food: readonly string[]): string =>
  picture(
    cloth,
    shadow(108, 106),
    circle(CX, CY, 106, CLAY),
    ring(CX, CY, 97, BLUE, 7, '9 5.14'),
    ring(CX, CY, 88, '#6ea3cc', 2.5),
    circle(CX, CY, 82, '#f4ecd9'),
    ...food,
  );

/** A deep bowl with a soup of that colour. */
export const inBowl = (cloth: Cloth, soup: string, ...food: readonly string[]): string =>
  picture(
    cloth,
    shadow(104, 102),
    circle(CX, CY, 102, CLAY),
    ring(CX, CY, 95, BLUE, 6, '3 6.95'),
    circle(CX, CY, 86, '#dccfb4'),
    circle(CX, CY, 81, soup),
    ...food,
  );

/** A wooden board. */
export const onBoard = (cloth: Cloth, ...food: readonly string[]): string =>
  picture(
    cloth,
    shadow(136, 92),
    box(CX, CY, 264, 172, 26, '#a9713f'),
    box(CX, CY, 252, 160, 22, '#bd8350'),
    line('M50 82 Q160 70 270 84 M48 128 Q150 140 272 124 M52 166 Q170 154 268 168', '#a9713f', 2),
    ...food,
  );

/** A glass from the side, with a drink of that colour, and what floats in it. */
export const inGlass = (cloth: Cloth, drink: string, ...more: readonly string[]): string =>
  picture(
    cloth,
    shadow(56, 10, 218),
    area('M112 40 L208 40 L196 214 Q160 222 124 214 Z', '#ffffff88'),
    area('M116 70 L204 70 L195 208 Q160 216 125 208 Z', drink),
    ellipse(CX, 70, 44, 8, '#ffffff55'),
    ...more,
    line('M124 52 L131 196', '#ffffffaa', 5),
  );

/** A bottle from the side. */
export const inBottle = (cloth: Cloth, drink: string, label: string, cap: string, ...more: readonly string[]): string =>
  picture(
    cloth,
    shadow(44, 9, 226),
    area(
      'M146 34 L174 34 L174 62 Q200 84 200 112 L200 214 Q200 226 188 226 L132 226 Q120 226 120 214 L120 112 Q120 84 146 62 Z',
      drink,
    ),
    box(CX, 28, 34, 20, 5, cap),
    box(CX, 152, 80, 52, 0, label),
    line('M132 116 L132 206', '#ffffff77', 6),
    ellipse(CX, 152, 22, 15, '#ffffffcc'),
    ...more,
  );

/** A teapot and a piala with tea of that colour, from the side. */
export const inTeapot = (cloth: Cloth, tea: string, ...more: readonly string[]): string =>
  picture(
    cloth,
    shadow(118, 12, 206),
    line('M206 108 Q244 104 246 74', CLAY, 15),
    line('M82 98 Q46 104 56 138 Q64 164 92 158', CLAY, 11),
    ellipse(146, 142, 68, 60, CLAY),
    ellipse(146, 90, 40, 12, '#e9dfc8'),
    box(146, 80, 54, 14, 7, BLUE),
    circle(146, 68, 8, BLUE),
    ...[-40, -20, 0, 20, 40].map((dx) => ellipse(146 + dx, 146, 7, 16, BLUE)),
    line('M84 124 Q146 138 208 124 M84 168 Q146 182 208 168', BLUE, 3),
    area('M206 158 L276 158 Q272 204 241 206 Q210 204 206 158 Z', CLAY),
    ellipse(241, 158, 35, 9, tea),
    line('M212 174 Q241 184 270 174', BLUE, 3),
    ...more,
  );

/** A cup of coffee from above. */
export const inCup = (cloth: Cloth, coffee: string, ...more: readonly string[]): string =>
  picture(
    cloth,
    shadow(94, 92),
    circle(CX, CY, 92, CLAY),
    ring(CX, CY, 84, BLUE, 4, '2 5.33'),
    box(CX + 68, CY - 46, 46, 17, 8, '#e9dfc8', -34),
    circle(CX, CY, 60, '#fffdf6'),
    circle(CX, CY, 51, coffee),
    ...more,
  );
