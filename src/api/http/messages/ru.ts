import { en, type Messages } from './en.ts';

export const ru: Messages = en;
