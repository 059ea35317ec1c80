import { en, type Messages } from './en.ts';

export const uzCyrl: Messages = en;
