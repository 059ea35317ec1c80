import { expect, test } from 'vitest';
import { bucketOf } from '../../../src/images/bucket.ts';

test('the address of a bucket names its host, its folder, its keys and its region', () => {
  expect(bucketOf('https://AKIA:a%2Fb%3D@s3.eu-central-1.amazonaws.com/menus?region=eu-central-1')).toEqual({
    url: 'https://s3.eu-central-1.amazonaws.com/menus',
    accessKeyId: 'AKIA',
    secretAccessKey: 'a/b=',
    region: 'eu-central-1',
  });
  expect(bucketOf('http://key:secret@127.0.0.1:9000/menus/plov/')).toEqual({
    url: 'http://127.0.0.1:9000/menus/plov',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    region: 'us-east-1',
  });
});

test.each([
  'menus',
  'ftp://key:secret@host/menus',
  'https://host/menus',
  'https://key:secret@host',
  'https://key@host/b',
  'https://k:s@host/b?zone=x',
  'https://k:s%ZZ@host/b',
])('%s is the address of no bucket', (address) => {
  expect(bucketOf(address)).toBeUndefined();
});
