import type { Words } from './brand-file.ts';
import { type FilePicture, isAddress, mapPictures } from './pictures.ts';
import type { Path } from './read-blocks.ts';
import type { YamlFile } from './read-yaml.ts';
import type { Told } from './told.ts';

/** What a picture is that the file names by a path: one that has an address already, one that is to be sent, or none that can be used. */
export type PictureBeside =
  | { readonly address: string }
  | { readonly sha256: string }
  | { readonly problem: string; readonly told: Told };

/** Undefined: the picture is left out, and the thing keeps what it has. */
export type FindPicture = (path: string) => PictureBeside | undefined;

/** A picture that is to be sent has no address yet. */
const NO_ADDRESS = 'http://none.invalid/';

/** An entry with some address in the place of each picture that is to be sent, and the paths of these by their places in it. */
export interface WithoutPaths {
  readonly left: Words;
  readonly paths: ReadonlyMap<Path, string>;
}

/** Gathers the pictures that lie beside a file. `report`: of one that can not be used. */
export const createPictures = (problemAt: YamlFile['problemAt'], find: FindPicture = () => undefined) => {
  const pictures = new Map<string, FilePicture>();
  return {
    pictures: pictures as ReadonlyMap<string, FilePicture>,
    withoutPaths: (
      entry: Words,
      path: Path,
      report: (place: Path, message: string, told: Told) => void,
    ): WithoutPaths => {
      const paths = new Map<Path, string>();
      const left = mapPictures(entry, (given, at) => {
        if (isAddress(given)) return given;
        const found = find(given);
        if (!found) return undefined;
        if ('address' in found) return found.address;
        const place = [...path, ...at];
        const textOf = (message: string) => `${place.join('.')}: ${message}`;
        if ('problem' in found) {
          report(place, textOf(found.problem), found.told);
          return undefined;
        }
        paths.set(at, given);
        const { sha256 } = found;
        if (!pictures.has(given))
          pictures.set(given, { sha256, problemAt: (message, told) => problemAt(place, textOf(message), told) });
        return NO_ADDRESS;
      });
      return { left: left as Words, paths };
    },
  };
};
