import express from 'express';
import { describe, expect, test } from 'vitest';
import { HttpError } from '../../../../src/api/http/errors.ts';
import { createOwnOrigin } from '../../../../src/api/sessions/own-origin.ts';

/** A request as Express makes it of these headers, that came to us over plain http. */
const requestOf = (headers: Record<string, string>, trustProxy: number): express.Request => {
  const app = express().set('trust proxy', trustProxy);
  const socket = { remoteAddress: '10.0.0.1', encrypted: false };
  return Object.assign(Object.create(app.request), { app, headers, socket, connection: socket });
};

const answers = (headers: Record<string, string>, publicOrigin?: string, trustProxy = 0) => {
  const own = createOwnOrigin(publicOrigin);
  const isLetIn = (check: 'require' | 'requireIfNamed') => {
    try {
      own[check](requestOf(headers, trustProxy));
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(HttpError);
      expect(error).toMatchObject({ status: 403, code: 'origin_forbidden' });
      return false;
    }
  };
  return [isLetIn('require'), isLetIn('requireIfNamed')];
};

const HOST = 'till.example.com';
const YES = [true, true];
const NO = [false, false];

describe('a page is ours', () => {
  test('if its origin is where the request was sent to', () => {
    expect(answers({ host: HOST, origin: `http://${HOST}` })).toEqual(YES);
    expect(answers({ host: `${HOST}:8080`, origin: `http://${HOST}:8080` })).toEqual(YES);
    for (const origin of [
      `https://${HOST}`,
      `http://${HOST}.evil.example`,
      `http://evil.example`,
      'null',
      '',
      `http://${HOST}/`,
    ]) {
      expect(answers({ host: HOST, origin }), origin).toEqual(NO);
    }
  });

  test('behind a proxy that ends TLS, if we trust what it says of the scheme and the host', () => {
    const origin = `https://${HOST}`;
    const proxied = { host: HOST, 'x-forwarded-proto': 'https', origin };
    expect(answers(proxied, undefined, 1)).toEqual(YES);
    // Anybody may send the header.
    expect(answers(proxied)).toEqual(NO);
    const renamed = { host: 'app:8080', 'x-forwarded-host': HOST, 'x-forwarded-proto': 'https', origin };
    expect(answers(renamed, undefined, 1)).toEqual(YES);
    expect(answers(renamed)).toEqual(NO);
  });

  test('if PUBLIC_ORIGIN says so, whatever the proxy hides', () => {
    const hidden = { host: 'app:8080', origin: `https://${HOST}` };
    expect(answers(hidden)).toEqual(NO);
    expect(answers(hidden, `https://${HOST}`)).toEqual(YES);
    expect(answers({ ...hidden, origin: `http://${HOST}` }, `https://${HOST}`)).toEqual(NO);
  });
});

test('without an origin nobody acts by a cookie; to sign in, a program need not be a page', () => {
  expect(answers({ host: HOST })).toEqual([false, true]);
});
