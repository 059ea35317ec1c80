import { z } from 'zod';
import { id, name, uuid } from '../fields/fields.ts';

/** The fields of an employee. */
export const employeeInput = z.object({
  login: name(100),
  name: name(),
  role: name(64),
  role_name: name(),
  position_id: id(),
  position_name: name(),
  point_id: uuid().nullish(),
});
