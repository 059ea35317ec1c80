import { clearStopList } from './clear-stop-list.ts';
import { setStopList } from './set-stop-list.ts';

export const stopListCommands = [setStopList, clearStopList];
