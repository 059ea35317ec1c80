import type { Motivation } from './events.ts';

export type PayrollCommand =
  | {
      readonly type: 'DefineMotivation';
      readonly motivation: Motivation;
      /** The caller named the id, so the brand must have it already. */
      readonly replaces: boolean;
    }
  | {
      readonly type: 'AssignMotivation';
      readonly brand_id: string;
      readonly motivation_id: number;
      readonly employee_ids: readonly number[];
    };
