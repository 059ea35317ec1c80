import type { Pictures } from '../../api/http/pictures.ts';
import { COLD_DISHES } from './cold-dishes.ts';
import { DRINKS } from './drinks.ts';
import { HOT_DISHES } from './hot-dishes.ts';

/** The pictures of the demo's dishes, each as `<key of the product>.svg`. */
export const PICTURES: Pictures = {
  path: '/demo/pictures',
  files: new Map(Object.entries({ ...HOT_DISHES, ...COLD_DISHES, ...DRINKS }).map(([key, svg]) => [`${key}.svg`, svg])),
};
