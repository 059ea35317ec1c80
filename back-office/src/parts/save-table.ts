import { partner, wordsOf } from '../api.ts';
import { download } from './download.ts';
import { useFormats } from './formats.ts';
import { say } from './say.ts';

/** The longest that a report may take. */
const REPORT_MS = 90_000;

/** Saves a report's rows as the API writes them, in the form that spreadsheets of the page's language open. */
export const useSaveTable = () => {
  const { separator } = useFormats();
  return async (path: string, query: object, name: string): Promise<void> => {
    try {
      const { data } = await partner.api.GET(
        path as '/v1/reports/suppliers',
        {
          params: { query: { ...query, separator, bom: true } },
          headers: { Accept: 'text/csv' },
          parseAs: 'blob',
          signal: AbortSignal.timeout(REPORT_MS),
        } as never,
      );
      download(name, data as unknown as Blob);
    } catch (error) {
      say(wordsOf(error));
    }
  };
};
