// node verify.mjs events.ndjson key.pub: proves that each line of an export is in the log that the key signed.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest();
const fail = (why) => {
  console.error(`DIFFERS: ${why}`);
  process.exit(1);
};
// RFC 8785: members by name, no spaces; numbers and texts as JavaScript writes them.
const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`;
};
const [lines, key] = process.argv.slice(2).map((file) => readFileSync(file, 'utf8').trim().split('\n'));
const { proof } = JSON.parse(lines.pop());
const leaves = lines.map((text, nth) => {
  const {
    stored = {},
    event_id: id,
    position,
    revision,
    stream,
    type,
    recorded_at,
    data: shown,
    ...rest
  } = JSON.parse(text);
  // What is sealed in the log is shown open: it is the one thing that this program can not prove.
  const { personal, metadata: beside = {}, ...others } = stored;
  const { point_id: _, ...more } = beside;
  if (Object.keys(others).length + Object.keys(more).length > 0) fail(`line ${nth + 1} needs npm run audit`);
  const data = personal ? { ...shown, personal } : shown;
  const metadata = { ...rest, brand_id: proof.brand_id, ...beside };
  const leaf = canonical({ data, id, metadata, position, recorded_at, revision, stream, type });
  const hash = sha256(Buffer.from([0]), Buffer.from(leaf));
  const [at, index, known] = proof.events[nth] ?? fail(`the proof has no line ${nth + 1}`);
  if (at !== position || index === null || hash.toString('base64') !== known) fail(`line ${nth + 1} was changed`);
  return { index, hash };
});
// The root that follows: each range of the tree is split at the largest power of two below its length (RFC 6962).
const hashes = proof.hashes.map((hash) => Buffer.from(hash, 'base64'));
const walk = (start, end) => {
  if (!(leaves[0]?.index < end)) return hashes.shift() ?? fail('a hash is missing');
  if (end - start === 1) return leaves.shift().hash;
  const middle = start + 2 ** (Math.ceil(Math.log2(end - start)) - 1);
  return sha256(Buffer.from([1]), walk(start, middle), walk(middle, end));
};
const count = leaves.length;
const root = walk(0, proof.size).toString('base64');
if (proof.events.length !== count || leaves.length + hashes.length > 0) fail('the proof does not fit the lines');
// The signed note: the log's name, the size and the root, then an empty line and the signatures.
const [, name, id, encoded] = /^(.+)\+(\w{8})\+(.+)$/.exec(key[0]);
const x = Buffer.from(encoded, 'base64').subarray(1).toString('base64url');
const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
const text = proof.note.slice(0, proof.note.lastIndexOf('\n\n') + 1);
const isSigned = proof.note.split('\n').some((line) => {
  const signature = Buffer.from(line.split(`— ${name} `)[1] ?? '', 'base64');
  return signature.toString('hex', 0, 4) === id && verify(null, Buffer.from(text), publicKey, signature.subarray(4));
});
if (!isSigned || text !== `${name}\n${proof.size}\n${root}\n`) fail('the key did not sign this log');
console.log(`${count} events are in the log of ${proof.size} events that was signed`);
