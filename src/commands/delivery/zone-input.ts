import { z } from 'zod';
import { id, integer, money, name, sortOrder, uuid } from '../fields/fields.ts';
import { polygonInput } from './polygon-input.ts';

const WEEK_MINUTES = 10_080;

export const zoneInput = z.object({
  id: id().nullish(),
  point_id: uuid(),
  name: name(),
  polygon: polygonInput(),
  price: money(),
  minutes: integer().min(0).max(WEEK_MINUTES),
  min_order_amount: money(),
  priority: sortOrder().nullish(),
});
