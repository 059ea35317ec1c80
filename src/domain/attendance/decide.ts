import type { Decider } from '../decider.ts';
import type { TimesheetCommand } from './commands.ts';
import { addShift, deleteShift, editShift } from './corrections.ts';
import type { TimesheetEvent } from './events.ts';
import { recordMark } from './record-mark.ts';
import { evolveTimesheet, sheetOf, type TimesheetState } from './state.ts';

const decide = (state: TimesheetState, command: TimesheetCommand): readonly TimesheetEvent[] => {
  switch (command.type) {
    case 'RecordMark':
      return recordMark(sheetOf(state, command.point_id), command);
    case 'AddShift':
      return addShift(state, command);
    case 'EditShift':
      return editShift(state, command);
    case 'DeleteShift':
      return deleteShift(state, command);
  }
};

/** The attendance of one employee: marks become shifts, the venue corrects them. */
export const timesheetDecider: Decider<TimesheetState, TimesheetCommand, TimesheetEvent> = {
  category: 'timesheet',
  stateVersion: 3,
  initial: null,
  evolve: evolveTimesheet,
  decide,
};
