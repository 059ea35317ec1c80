import { adjustPoints } from './adjust-points.ts';

export const clientCommands = [adjustPoints];
