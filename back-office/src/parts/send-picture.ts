import { type Answer, TillstreamError } from '@tillstream/client';
import { language } from '../words/language.ts';

/** What the server takes as a picture. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/**
 * Sends a picture, and tells how much of it has gone, which `fetch` can't.
 * @param onProgress gets 0 to 100
 * @returns where the picture is
 */
export const sendPicture = (file: File, onProgress: (percent: number) => void): Promise<Answer<'uploadImage'>> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/venue/v1/images');
    request.responseType = 'json';
    request.setRequestHeader('Accept-Language', language().replace('_', '-'));
    // The server refuses other types, in its own words.
    request.setRequestHeader('Content-Type', file.type || 'application/octet-stream');
    request.upload.onprogress = ({ loaded, total }) => onProgress((100 * loaded) / Math.max(1, total));
    const fail = (): void => {
      const { code = 'no_answer', message } = (request.response ?? {}) as { code?: string; message?: string };
      reject(new TillstreamError({ status: request.status, code, message: message ?? request.statusText }));
    };
    request.onload = () => (request.status === 200 ? resolve(request.response) : fail());
    request.onerror = fail;
    request.send(file);
  });

/**
 * Where the page may show a picture from: pictures that this server keeps. Those of other servers stay unseen here, because the page
 * loads nothing from elsewhere.
 */
export const shownPicture = (address: string | null | undefined): string | undefined => {
  if (!address) return undefined;
  const path = URL.parse(address)?.pathname;
  return path?.startsWith('/images/') ? path : undefined;
};
