import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { emptyRoot, GrowingTree, leafHash, MerkleTree, nodeHash } from "./merkle.ts";

/** The leaves and roots of Certificate Transparency's reference implementation of RFC 6962. */
const leaves = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
].map((hex) => leafHash(Buffer.from(hex, "hex")));
const roots = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

const grown = (count: number) => {
  const tree = new GrowingTree();
  for (const leaf of manyLeaves.slice(0, count)) tree.add(leaf);
  return tree;
};
const manyLeaves = Array.from({ length: 300 }, (_, n) => leafHash(Buffer.from(`leaf ${n}`)));

/** The root that a proof leads to, as RFC 9162, section 2.1.3.2 computes it. */
function rootFrom(leaf: Buffer, index: number, size: number, proof: readonly Buffer[]): Buffer | undefined {
  let [place, last, hash] = [index, size - 1, leaf];
  for (const other of proof) {
    if (last === 0) return undefined;
    if (place % 2 === 1 || place === last) {
      hash = nodeHash(other, hash);
      while (place % 2 === 0 && place !== 0) [place, last] = [place >> 1, last >> 1];
    } else hash = nodeHash(hash, other);
    [place, last] = [place >> 1, last >> 1];
  }
  return last === 0 ? hash : undefined;
}

test("the tree without a leaf has the hash of nothing as its root", () => {
  const hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  expect([emptyRoot(), new GrowingTree().root(), new MerkleTree(Buffer.alloc(0)).root()].map(String)).toEqual(
    Array.from({ length: 3 }, () => String(Buffer.from(hash, "hex"))),
  );
});

test("trees of one to eight leaves have the roots of the reference implementation", () => {
  const tree = new GrowingTree();
  const whole = new MerkleTree(Buffer.concat(leaves));
  for (const [index, leaf] of leaves.entries()) {
    tree.add(leaf);
    expect(tree.root().toString("hex")).toBe(roots[index]);
    expect(whole.root(index + 1).toString("hex")).toBe(roots[index]);
  }
});

test("the inclusion proofs are those of the reference implementation", () => {
  const proof = (index: number, size: number) =>
    new MerkleTree(Buffer.concat(leaves)).inclusionProof(index, size).map((hash) => hash.toString("hex"));
  expect(proof(0, 1)).toEqual([]);
  expect(proof(0, 8)).toEqual([
    "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
    "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
    "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
  ]);
  expect(proof(2, 3)).toEqual(["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"]);
  expect(proof(1, 5)).toEqual([
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
    "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
  ]);
});

test("a tree that grows has the roots of the whole tree, also when it continues from its parts", () => {
  const whole = new MerkleTree(Buffer.concat(manyLeaves));
  fc.assert(
    fc.property(fc.nat(300), fc.nat(300), (first, second) => {
      const tree = grown(Math.min(first, second));
      const continued = new GrowingTree({ size: tree.size, parts: tree.parts });
      for (const leaf of manyLeaves.slice(tree.size, Math.max(first, second))) continued.add(leaf);
      expect(continued.root()).toEqual(whole.root(continued.size));
    }),
  );
});

test("each inclusion proof leads to the root, and a changed leaf leads to another one", () => {
  const whole = new MerkleTree(Buffer.concat(manyLeaves));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(), (size, n) => {
      const index = n % size;
      const proof = whole.inclusionProof(index, size);
      expect(rootFrom(whole.leaf(index), index, size, proof)).toEqual(whole.root(size));
      expect(rootFrom(leafHash(Buffer.from("another")), index, size, proof)).not.toEqual(whole.root(size));
    }),
  );
});
