import type { Motivation } from './events.ts';

export type PayrollCommand =
  | {
      readonly type: 'DefineMotivation';
      readonly motivation: Motivation;
      /** The caller named the id, so the brand must have it already. */
      readonly replaces: boolean;
      /** The fields that are meant, if not all: the others stay what they are. */
      readonly named?: readonly string[] | undefined;
    }
  | {
      readonly type: 'AssignMotivation';
      readonly brand_id: string;
      readonly motivation_id: number;
      readonly employee_ids: readonly number[];
    };
