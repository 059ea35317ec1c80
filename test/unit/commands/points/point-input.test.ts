import { expect, it } from 'vitest';
import { validate } from '../../../../src/commands/fields/validate.ts';
import { pointInput } from '../../../../src/commands/points/point-input.ts';

it.each(['default_duration_minutes', 'max_days_ahead', 'unassigned_auto_confirm_guests_per_hour'])(
  'the reservation rule %s that is no number at all is told to be no integer',
  (rule) => {
    const rules = pointInput.pick({ reservation_rules: true });
    expect(() => validate(rules, { reservation_rules: { [rule]: 'six' } })).toThrow(
      expect.objectContaining({ code: 'field_not_integer', params: { field: `reservation_rules.${rule}` } }),
    );
  },
);
