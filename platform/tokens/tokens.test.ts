import { KeyObject } from "node:crypto";
import { describe, expect, jest, test } from "@jest/globals";
import jwt from "jsonwebtoken";
import { z } from "zod";
import { ConfigError } from "../config/read-config.ts";
import { type AccessClaims, createAccessTokens } from "./access-token.ts";
import { createSignedTokens } from "./device-token.ts";
import {
  deriveKey,
  keyById,
  keyedHash,
  keyRing,
  linkToken,
  sameSecret,
  serverKey,
  sixDigitCode,
} from "./keyed-hash.ts";
import { drawSecrets, readSecrets } from "./secrets.ts";

const oldKey = Buffer.alloc(32, 1);
const newKey = Buffer.alloc(32, 2);
const now = new Date("2024-06-01T12:00:00Z");
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

describe("access tokens", () => {
  const admins = createAccessTokens("admin", keyRing(oldKey));
  const claims: AccessClaims = {
    sessionId: "s1",
    subjectId: 6_912_000_000_000_123,
    role: "ADMIN",
    credentialEpoch: "epoch-3",
    position: 12_345_678_901_234_567n,
  };

  test("an access token is valid for 15 minutes and contains the signed claims", () => {
    const token = admins.sign(claims, now);
    expect(admins.verify(token, later(14))).toMatchObject({ ...claims, expiresAt: later(15) });
    expect(admins.verify(token, later(15))).toBeUndefined();
  });

  test("an access token of the previous key is still valid, and a token of an older key is not", () => {
    const token = admins.sign(claims, now);
    expect(createAccessTokens("admin", keyRing(newKey, oldKey)).verify(token, now)).toBeDefined();
    expect(createAccessTokens("admin", keyRing(newKey)).verify(token, now)).toBeUndefined();
  });

  test("access tokens are signed and verified with key objects that are made only once for each key", () => {
    const rotated = createAccessTokens("admin", keyRing(newKey, oldKey));
    const verify = jest.spyOn(jwt, "verify");
    const sign = jest.spyOn(jwt, "sign");
    try {
      const signedBy = (tokens: typeof admins) =>
        ["s1", "s2"].map((sessionId) => tokens.sign({ ...claims, sessionId }, now));
      const older = signedBy(admins);
      const newer = signedBy(rotated);
      for (const token of [...newer, ...older]) expect(rotated.verify(token, now)).toBeDefined();
      const used = verify.mock.calls.map(([, key]) => key as unknown);
      for (const key of used) expect(key).toBeInstanceOf(KeyObject);
      expect(used[0]).toBe(used[1]);
      expect(used[2]).toBe(used[3]);
      expect(used[0]).not.toBe(used[2]);
      expect(sign.mock.calls[2]?.[1]).toBe(used[0]);
    } finally {
      verify.mockRestore();
      sign.mockRestore();
    }
  });

  test("the signature of an access token is checked once, and its expiry each time", () => {
    const tokens = createAccessTokens("admin", keyRing(newKey));
    const token = tokens.sign(claims, now);
    const verify = jest.spyOn(jwt, "verify");
    try {
      expect(tokens.verify(token, now)).toMatchObject(claims);
      expect(tokens.verify(token, later(14))).toMatchObject(claims);
      expect(tokens.verify(token, later(15))).toBeUndefined();
      expect(tokens.verify(token, later(60))).toBeUndefined();
      expect(verify).toHaveBeenCalledTimes(1);
    } finally {
      verify.mockRestore();
    }
  });

  test("a text that differs from a valid access token in one character is refused after the token was accepted", () => {
    const tokens = createAccessTokens("admin", keyRing(newKey));
    const token = tokens.sign(claims, now);
    expect(tokens.verify(token, now)).toBeDefined();
    for (let at = 0; at < token.length - 1; at += 1) {
      const other = token[at] === "A" ? "B" : "A";
      expect(tokens.verify(token.slice(0, at) + other + token.slice(at + 1), now)).toBeUndefined();
    }
    expect(tokens.verify(token, now)).toBeDefined();
  });

  test("an access token of the other audience is refused, even if it was signed with the same key", () => {
    const consumers = createAccessTokens("consumer", keyRing(oldKey));
    expect(consumers.verify(admins.sign(claims, now), now)).toBeUndefined();
    expect(admins.verify(consumers.sign({ ...claims, role: "consumer" }, now), now)).toBeUndefined();
  });

  const kid = serverKey(oldKey).id;
  const payload = {
    sub: "1",
    sid: "s",
    role: "ADMIN",
    epoch: "epoch-1",
    iat: now.getTime() / 1000,
    exp: now.getTime() / 1000 + 60,
  };
  const { exp: _exp, ...endless } = payload;
  const good = { audience: "ornament-admin", issuer: "ornament", keyid: kid };
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const forged: [string, string][] = [
    [
      "no algorithm",
      `${encode({ alg: "none", kid })}.${encode({ ...payload, aud: "ornament-admin", iss: "ornament" })}.`,
    ],
    ["another algorithm", jwt.sign(payload, oldKey, { ...good, algorithm: "HS512" })],
    ["another key", jwt.sign(payload, newKey, good)],
    ["an unknown key id", jwt.sign(payload, oldKey, { ...good, keyid: "../../etc/passwd" })],
    ["no key id", jwt.sign(payload, oldKey, { audience: good.audience, issuer: good.issuer })],
    ["another issuer", jwt.sign(payload, oldKey, { ...good, issuer: "evil" })],
    ["a consumer's role", jwt.sign({ ...payload, role: "consumer" }, oldKey, good)],
    ["an odd subject", jwt.sign({ ...payload, sub: "1 or 1" }, oldKey, good)],
    ["no end", jwt.sign(endless, oldKey, good)],
    ["nonsense", "abc.def"],
    ["nothing", ""],
    ["a huge text", "a".repeat(10_000)],
  ];
  test.each(forged)("an access token with %s is refused", (_name, token) => {
    expect(admins.verify(token, now)).toBeUndefined();
  });

  test("a correct access token made by hand is accepted, which shows that the forged ones are refused for the right reason", () => {
    expect(admins.verify(jwt.sign(payload, oldKey, good), now)).toMatchObject({ sessionId: "s" });
  });
});

describe("signed tokens", () => {
  const schema = z.strictObject({ deviceId: z.number() });
  const devices = createSignedTokens("device", schema, keyRing(oldKey));

  test("a signed token has no expiry unless one is given", () => {
    const token = devices.sign({ deviceId: 5 });
    expect(devices.verify(token, later(1_000_000))).toEqual({ deviceId: 5 });
    const short = devices.sign({ deviceId: 5 }, { expiresAt: later(10) });
    expect(devices.verify(short, later(9))).toEqual({ deviceId: 5 });
    expect(devices.verify(short, later(10))).toBeUndefined();
  });

  test("a signed token is only valid for its purpose, key and shape", () => {
    const token = devices.sign({ deviceId: 5 });
    expect(createSignedTokens("proof", schema, keyRing(oldKey)).verify(token, now)).toBeUndefined();
    expect(createSignedTokens("device", schema, keyRing(newKey)).verify(token, now)).toBeUndefined();
    expect(createSignedTokens("device", schema, keyRing(newKey, oldKey)).verify(token, now)).toEqual({
      deviceId: 5,
    });
    expect(createSignedTokens("device", z.string(), keyRing(oldKey)).verify(token, now)).toBeUndefined();
    const [id, , mac] = token.split(".");
    const payload = Buffer.from(JSON.stringify({ v: { deviceId: 6 } })).toString("base64url");
    expect(devices.verify(`${id}.${payload}.${mac}`, now)).toBeUndefined();
    expect(devices.verify(`${token}.x`, now)).toBeUndefined();
    expect(devices.verify("", now)).toBeUndefined();
  });
});

describe("keyed hashes", () => {
  test("keyed hashes differ for other purposes, keys and borders between parts", () => {
    const hashes = [
      keyedHash(oldKey, "a", "b", "c"),
      keyedHash(oldKey, "a", "bc"),
      keyedHash(oldKey, "ab", "c"),
      keyedHash(oldKey, "a", "b", "", "c"),
      keyedHash(newKey, "a", "b", "c"),
      keyedHash(deriveKey(oldKey, "x"), "a", "b", "c"),
    ].map((hash) => hash.toString("hex"));
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(keyedHash(oldKey, "a", 1, 2n)).toEqual(keyedHash(oldKey, "a", "1", "2"));
  });

  test("keyed hashes give codes of six digits and links of 128 bits, the same for the same parts", () => {
    const key = serverKey(oldKey);
    const codes = Array.from({ length: 500 }, (_, index) => sixDigitCode(key, "reset", "nonce", index));
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
    expect(new Set(codes).size).toBeGreaterThan(480);
    expect(codes.some((code) => code.startsWith("0"))).toBe(true);
    expect(linkToken(key, "activation", "n")).toMatch(/^[\w-]{22}$/);
    expect(linkToken(key, "activation", "n")).toBe(linkToken(key, "activation", "n"));
  });

  test("a key of a ring is found by its id, and secrets are compared by value", () => {
    const ring = keyRing(newKey, oldKey);
    expect(keyById(ring, serverKey(oldKey).id)?.bytes).toEqual(oldKey);
    expect(keyById(ring, "unknown")).toBeUndefined();
    expect(keyById(ring, undefined)).toBeUndefined();
    expect(keyById(keyRing(newKey), undefined)).toBeUndefined();
    expect(sameSecret("a", "a")).toBe(true);
    expect(sameSecret("a", "aa")).toBe(false);
  });
});

describe("secrets", () => {
  const drawn = drawSecrets();

  test("the requested secrets are read, with the previous ones", () => {
    const previous = drawSecrets().PROOF_KEY;
    const secrets = readSecrets({ ...drawn, PROOF_KEY_PREVIOUS: previous }, ["proof", "address"]);
    expect(secrets.ring("proof").current.bytes.toString("base64url")).toBe(drawn.PROOF_KEY);
    expect(secrets.ring("proof").previous?.bytes.toString("base64url")).toBe(previous);
    expect(secrets.addressKey).toHaveLength(32);
    expect(secrets.bodyHashKey.equals(secrets.addressKey)).toBe(false);
    expect(() => secrets.ring("device")).toThrow(ConfigError);
  });

  test("values derived from the secrets are computed only once", () => {
    const secrets = readSecrets(drawn, ["proof", "address"]);
    expect(secrets.ring("proof")).toBe(secrets.ring("proof"));
    expect(secrets.bodyHashKey).toBe(secrets.bodyHashKey);
  });

  test.each([
    ["missing", { MASTER_KEY: undefined }, "MASTER_KEY is missing"],
    ["short", { MASTER_KEY: "abc" }, "MASTER_KEY: must be 32 bytes"],
    ["shared", { MASTER_KEY: drawn.ADDRESS_KEY }, "the same"],
  ])("secrets that are %s are refused with one line that doesn't show them", (_name, change, message) => {
    const read = () => readSecrets({ ...drawn, ...change }, ["master", "address"]);
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(message);
    expect(read).not.toThrow(drawn.ADDRESS_KEY ?? "");
  });
});
