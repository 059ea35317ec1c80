import { recordMark } from './record-mark.ts';
import { attendanceShiftCommands } from './shifts.ts';

export const attendanceCommands = [recordMark, ...attendanceShiftCommands];
