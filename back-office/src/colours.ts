import type { MantineColorsTuple } from '@mantine/core';

/** The one accent: sea green, dark enough for white text from the sixth shade on. */
export const sea: MantineColorsTuple = [
  '#e8f6f3',
  '#d3ebe6',
  '#a6d6cc',
  '#75c0b1',
  '#4cad9a',
  '#2b9583',
  '#0b7a6f',
  '#06665d',
  '#04534c',
  '#02403b',
];

/** What can't be undone: dark enough for white text from the sixth shade on. */
export const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#f76a6a',
  '#cf2e2e',
  '#bd2727',
  '#a92222',
  '#931d1d',
];

/** What waits for somebody. The last shade is that of words on the second one. */
export const orange: MantineColorsTuple = [
  '#fff4e6',
  '#ffe8cc',
  '#ffd8a8',
  '#ffc078',
  '#ffa94d',
  '#ff922b',
  '#fd7e14',
  '#f76707',
  '#e8590c',
  '#a83808',
];

/** A warm grey, for all that is no accent. */
export const dark: MantineColorsTuple = [
  '#e6e5e1',
  '#c9c8c3',
  '#a9a9a4',
  '#8b8c88',
  '#4a4d4e',
  '#393c3d',
  '#2a2d2e',
  '#202324',
  '#17191a',
  '#101213',
];
