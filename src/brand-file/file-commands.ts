import { SECTIONS } from './sections.ts';

/** The commands that what is special at a point leads to. */
const AT_POINTS = [
  ...['SetPrices', 'SetCosts', 'SetOnSale', 'CloseMenuSection'],
  ...['DefineClosedDay', 'RemoveClosedDay', 'DefineSpecialHours', 'RemoveSpecialHours'],
];

/** All commands that a file can lead to. */
export const FILE_COMMANDS: ReadonlySet<string> = new Set([
  ...Object.values(SECTIONS).flatMap(({ define, change, retire, restore }) => [
    ...[define, change[0]],
    ...[retire, restore].flatMap((one) => (one ? [one[0]] : [])),
  ]),
  ...AT_POINTS,
  'SetExternalIds',
]);
