import { en, type Messages } from './en.ts';

export const uzLatn: Messages = en;
