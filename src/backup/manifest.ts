import { z } from 'zod';

/** What a backup holds. `manifest.json` in its folder; written last. */
const manifestSchema = z.object({
  format: z.literal(1),
  /** `files`: a copy of the embedded Postgres. `dump`: what pg_dump made of a Postgres of your own. */
  kind: z.enum(['files', 'dump']),
  tillstream: z.string(),
  begun_at: z.iso.datetime(),
  ended_at: z.iso.datetime(),
  /** Whether the events are elsewhere, in EventStoreDB. */
  has_event_store: z.boolean(),
  /** Of the log: what the backup surely holds. 0 if the events are elsewhere. */
  position: z.int(),
  /** Of the log: what it may hold at most, because events were recorded while it ended. */
  end_position: z.int(),
  /** The last signed checkpoint; null if nothing was signed yet. */
  checkpoint: z.object({ size: z.int(), signed_at: z.iso.datetime(), note: z.string() }).nullable(),
  postgres: z.object({
    /** 18, … */
    major: z.int(),
    /** Of `files`: the first and the last file of the write-ahead log that the copy needs. */
    first_wal: z.string().nullable(),
    last_wal: z.string().nullable(),
  }),
  /** Empty folders count, too: Postgres does not start without them. */
  folders: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), bytes: z.int(), sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type PackedFile = Manifest['files'][number];

export const MANIFEST = 'manifest.json';
export const SEALED = 'keys.sealed';
/** The folder with the compressed files, within that of a backup. */
export const CONTENT = 'content';
/** Folders of backups are named by the moment they ended, so that their order is that of time. */
export const BACKUP_NAME = /^backup-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;
export const backupName = (at: Date): string => `backup-${at.toISOString().replace(/[:.]/g, '-')}`;
/** When the backup of this name ended, in milliseconds; undefined: it is not the name of one. */
export const endedAt = (name: string): number | undefined => {
  if (!BACKUP_NAME.test(name)) return undefined;
  return Date.parse(name.replace(/^backup-(.{10})T(..)-(..)-(..)-(...)Z$/, '$1T$2:$3:$4.$5Z'));
};
/** Beside the backups: the archived write-ahead log, and the signed checkpoints. */
export const WAL_FOLDER = 'wal';
export const CHECKPOINTS_FILE = 'checkpoints';

/** @throws Error of one line */
export const parseManifest = (text: string, where: string): Manifest => {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${where} is no manifest of a backup`, { cause });
  }
};
