import { money, text } from '../fields/fields.ts';

/** Money that moves: above 0. */
export const movedAmount = () => money().min(1);

/** What people write about a movement. */
export const note = () => text(500).nullish();
