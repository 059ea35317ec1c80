/** A bucket of Amazon S3 or of anything that speaks as it does. */
export interface Bucket {
  /** `https://host/bucket`, perhaps with a folder behind; no slash at the end. */
  readonly url: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

export const BUCKET_FORM =
  'must be an address like https://<access key>:<secret key>@s3.example.com/bucket?region=eu-central-1';

/** Reads IMAGES_URL. Keys with special characters are percent-encoded. Undefined: it is no such address. */
export const bucketOf = (address: string): Bucket | undefined => {
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, pathname, username, password, searchParams, hash } = new URL(address);
  const others = [...searchParams.keys()].filter((name) => name !== 'region');
  const path = pathname.replace(/\/+$/, '');
  if (!/^https?:$/.test(protocol) || path === '' || username === '' || password === '') return undefined;
  if (others.length > 0 || hash !== '' || !isEncoded(username) || !isEncoded(password)) return undefined;
  return {
    url: `${protocol}//${host}${path}`,
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    region: searchParams.get('region') ?? 'us-east-1',
  };
};

/** As `decodeURIComponent` takes it. */
const isEncoded = (text: string): boolean => !/%(?![0-9a-f]{2})/i.test(text);
