import { mkdirSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { PICTURES } from './pictures/pictures.ts';

/** Writes the pictures of the demo's dishes into examples/brand, as files that a venue could have. */
const FOLDER = new URL('../../examples/brand/pictures/', import.meta.url);
const WIDTH = 480;

mkdirSync(FOLDER, { recursive: true });
for (const [name, svg] of PICTURES.files) {
  const picture = sharp(Buffer.from(svg), { density: 200 }).resize({ width: WIDTH }).flatten({ background: '#ffffff' });
  writeFileSync(
    new URL(name.replace(/svg$/, 'webp'), FOLDER),
    await picture.webp({ quality: 75, effort: 6 }).toBuffer(),
  );
}
