import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createGrowingTree } from '../../../src/transparency/growing-tree.ts';
import { EMPTY_ROOT, leafHash } from '../../../src/transparency/hashes.ts';
import { multiProofRanges, rootFromMultiProof } from '../../../src/transparency/multi-proof.ts';
import { consistencyRanges, inclusionRanges, nodesOf } from '../../../src/transparency/ranges.ts';
import { hashesOf, nameOf, type Tile, tileOf } from '../../../src/transparency/tiles.ts';
import { isConsistent, rootFromInclusion } from '../../../src/transparency/verify-proofs.ts';
import { auditPath, consistencyProof, rootOfPath, treeHash } from '../../support/merkle-by-definition.ts';
import { treeOf } from '../../support/tree.ts';

const hex = (hash: Buffer | undefined) => hash?.toString('hex');
const text = (hexadecimal: string) => Buffer.from(hexadecimal, 'hex').toString('latin1');

/** The inputs and the answers that implementations of RFC 6962 are checked with. */
const PUBLISHED = {
  // All bytes are ASCII, so that the text has the same bytes in UTF-8.
  leaves: ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map(
    text,
  ),
  roots: [
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ],
  inclusion: [
    { index: 0, size: 1, path: [] },
    {
      index: 0,
      size: 8,
      path: [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
      ],
    },
    {
      index: 5,
      size: 8,
      path: [
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    },
    { index: 2, size: 3, path: ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'] },
    {
      index: 1,
      size: 5,
      path: [
        '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      ],
    },
  ],
  consistency: [
    { from: 1, to: 1, path: [] },
    {
      from: 1,
      to: 8,
      path: [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
      ],
    },
    {
      from: 6,
      to: 8,
      path: [
        '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    },
    {
      from: 2,
      to: 5,
      path: [
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      ],
    },
  ],
};

const first = (size: number) => treeOf(PUBLISHED.leaves.slice(0, size));

describe('the published vectors of RFC 6962', () => {
  test('the tree has the published roots', () => {
    expect(PUBLISHED.roots.map((_, size) => hex(first(size).root))).toEqual(PUBLISHED.roots);
  });

  test.each(PUBLISHED.inclusion)('the path of leaf $index of $size is the published one', async (proof) => {
    const { readTiles, root } = first(proof.size);
    const path = await hashesOf(readTiles, inclusionRanges(proof.index, proof.size));
    expect(path.map(hex)).toEqual(proof.path);
    const ofLeaf = leafHash(PUBLISHED.leaves[proof.index]!);
    expect(rootFromInclusion({ ...proof, path, leafHash: ofLeaf })).toEqual(root);
  });

  test.each(PUBLISHED.consistency)('the proof from $from to $to is the published one', async ({ from, to, path }) => {
    const hashes = await hashesOf(first(to).readTiles, consistencyRanges(from, to));
    expect(hashes.map(hex)).toEqual(path);
    expect(isConsistent({ from, to, fromRoot: first(from).root, toRoot: first(to).root, path: hashes })).toBe(true);
  });
});

const leavesOf = (size: number) => Array.from({ length: size }, (_, index) => `leaf ${index}`);
const sizes = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 40 }) },
  { weight: 1, arbitrary: fc.integer({ min: 200, max: 900 }) },
  { weight: 2, arbitrary: fc.constantFrom(256, 257, 512) },
);
const sizeAndIndex = sizes.chain((size) => fc.record({ size: fc.constant(size), index: fc.nat(size - 1) }));
const twoSizes = sizes.chain((to) => fc.record({ to: fc.constant(to), from: fc.integer({ min: 1, max: to }) }));
const QUICK = { numRuns: 60 };

/** Each way to damage a list of hashes. */
const damaged = (path: readonly Buffer[]): Buffer[][] => [
  ...path.map((hash, place) => path.with(place, Buffer.from(hash.map((byte, at) => (at === 7 ? byte ^ 1 : byte))))),
  ...path.map((_, place) => path.toSpliced(place, 1)),
  [...path, leafHash('one more')],
];

describe('the tree by its definition', () => {
  test('the root, grown in pieces, is that of the definition', () => {
    fc.assert(
      fc.property(twoSizes, ({ from, to }) => {
        const leaves = leavesOf(to);
        const begun = treeOf(leaves.slice(0, from));
        const tree = createGrowingTree(from, [...begun.tiles.values()]);
        for (const leaf of leaves.slice(from)) tree.add(leafHash(leaf));
        assert.deepEqual(tree.root(), treeHash(leaves));
        const tiles = new Map([
          ...begun.tiles,
          ...tree.takeTiles().map((tile): [string, Tile] => [nameOf(tile), tile]),
        ]);
        assert.deepEqual(tiles, treeOf(leaves).tiles);
      }),
      QUICK,
    );
  });

  test('a tree does not grow from tiles that are missing or too short', () => {
    const tiles = [...treeOf(leavesOf(300)).tiles.values()];
    expect(() => createGrowingTree(300, tiles.slice(1))).not.toThrow();
    expect(() => createGrowingTree(300, [])).toThrow('tile 0/1 of the tree is missing');
    expect(() => createGrowingTree(301, tiles)).toThrow('missing or too short');
  });

  test('inclusion paths are those of the definition, lead to the root, and nothing else does', async () => {
    await fc.assert(
      fc.asyncProperty(sizeAndIndex, async ({ size, index }) => {
        const leaves = leavesOf(size);
        const root = treeHash(leaves);
        const path = await hashesOf(treeOf(leaves).readTiles, inclusionRanges(index, size));
        assert.deepEqual(path, auditPath(index, leaves));
        assert.deepEqual(rootOfPath(leaves[index]!, index, size, path), root);
        const proof = { leafHash: leafHash(leaves[index]!), index, size, path };
        assert.deepEqual(rootFromInclusion(proof), root);
        assert.notDeepEqual(rootFromInclusion({ ...proof, leafHash: leafHash('another') }), root);
        expect(rootFromInclusion({ ...proof, index: size })).toBeUndefined();
        for (const other of damaged(path)) assert.notDeepEqual(rootFromInclusion({ ...proof, path: other }), root);
      }),
      QUICK,
    );
  });

  test('consistency proofs are those of the definition, and no damaged one is accepted', async () => {
    await fc.assert(
      fc.asyncProperty(twoSizes, async ({ from, to }) => {
        const leaves = leavesOf(to);
        const [fromRoot, toRoot] = [treeHash(leaves.slice(0, from)), treeHash(leaves)];
        const path = await hashesOf(treeOf(leaves).readTiles, consistencyRanges(from, to));
        assert.deepEqual(path, consistencyProof(from, leaves));
        const proof = { from, to, fromRoot, toRoot, path };
        assert.equal(isConsistent(proof), true);
        assert.equal(isConsistent({ ...proof, fromRoot: leafHash('another') }), false);
        assert.equal(isConsistent({ ...proof, toRoot: leafHash('another') }), false);
        for (const other of damaged(path)) assert.equal(isConsistent({ ...proof, path: other }), false);
      }),
      QUICK,
    );
  });

  test('every tree goes on from the empty one', () => {
    expect(consistencyRanges(0, 5)).toEqual([]);
    const proof = { from: 0, to: 5, fromRoot: EMPTY_ROOT, toRoot: leafHash('any'), path: [] };
    expect(isConsistent(proof)).toBe(true);
    expect(isConsistent({ ...proof, fromRoot: leafHash('any') })).toBe(false);
    expect(isConsistent({ ...proof, from: 6 })).toBe(false);
  });

  test('a tile beyond 32 bits is found, and a tile that is missing is named', async () => {
    expect(tileOf({ level: 0, index: 2 ** 40 + 3 })).toEqual({ level: 0, number: 2 ** 32 });
    expect(nodesOf({ start: 0, end: 2 ** 49 - 1 })).toHaveLength(49);
    await expect(hashesOf(async () => [], inclusionRanges(0, 1_000))).rejects.toThrow('tile 0/0 is missing');
  });
});

describe('a proof of many leaves', () => {
  const some = sizes.chain((size) =>
    fc.record({ size: fc.constant(size), indexes: fc.uniqueArray(fc.nat(size - 1), { maxLength: 50 }) }),
  );

  test('the leaves and the shared hashes give the root, and nothing else does', async () => {
    await fc.assert(
      fc.asyncProperty(some, async ({ size, indexes: unsorted }) => {
        const indexes = unsorted.toSorted((a, b) => a - b);
        const leaves = leavesOf(size);
        const root = treeHash(leaves);
        const hashes = await hashesOf(treeOf(leaves).readTiles, multiProofRanges(indexes, size));
        const proof = { indexes, size, hashes };
        const own = indexes.map((index) => leafHash(leaves[index]!));
        assert.deepEqual(rootFromMultiProof(own, proof), root);
        for (const other of damaged(hashes)) {
          assert.notDeepEqual(rootFromMultiProof(own, { ...proof, hashes: other }), root);
        }
        for (const other of damaged(own).slice(0, -1)) assert.notDeepEqual(rootFromMultiProof(other, proof), root);
      }),
      QUICK,
    );
  });

  test('indexes that do not ascend, or lie outside, prove nothing', () => {
    const hash = leafHash('a');
    expect(rootFromMultiProof([hash, hash], { indexes: [1, 0], size: 2, hashes: [] })).toBeUndefined();
    expect(rootFromMultiProof([hash], { indexes: [2], size: 2, hashes: [hash] })).toBeUndefined();
    expect(rootFromMultiProof([], { indexes: [], size: 0, hashes: [] })).toBeUndefined();
  });
});
