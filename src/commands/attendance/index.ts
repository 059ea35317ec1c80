import { recordMark } from './record-mark.ts';
import { addShift, deleteShift, editShift } from './shifts.ts';

export const attendanceCommands = [recordMark, addShift, editShift, deleteShift];
