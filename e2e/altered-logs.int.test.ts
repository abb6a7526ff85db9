import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { EventBytes } from "@ornament/platform/eventstore/log-client";
import { keptProof, keysOf, readFolder } from "@ornament/projector/log-check/kept-proof";
import { verifyLog } from "@ornament/projector/log-check/log-check";
import { keepProofOf } from "@ornament/testing/event-log/keep-proof-of";
import { alterations, cutOff, seeded } from "./altered-logs/alterations.ts";
import { type TrueLog, writeTrueLog } from "./altered-logs/true-log.ts";

const seed = Date.now() % 1_000_000;

let log: TrueLog;
let folders: string;
beforeAll(async () => {
  folders = mkdtempSync(join(tmpdir(), "kept-proofs-"));
  log = await writeTrueLog();
});
afterAll(async () => {
  rmSync(folders, { recursive: true, force: true });
  await log?.remove();
});

const proofOf = async (name: string, events: readonly EventBytes[]) =>
  keptProof(
    readFolder(await keepProofOf(join(folders, name), events, log.masterKey)),
    [],
    keysOf(log.masterKey, undefined, []),
  );

describe("a log that the product's deciders wrote", () => {
  test("is as it was written, before and after erasures, expiry and a scavenge", async () => {
    const proof = await proofOf("before", log.before);
    for (const events of [log.before, log.events])
      expect(
        await verifyLog({ events: () => events, macEvents: [], proof, masterKey: log.masterKey }),
      ).toMatchObject({
        first: undefined,
        findings: 0,
        problems: [],
      });
    expect(log.events.length).toBeLessThan(log.before.length);
  });

  test("each of 1,000 random alterations is found at the first event that differs", async () => {
    const random = seeded(seed);
    const logs = [
      { events: log.before, proof: await proofOf("first", log.before) },
      { events: log.events, proof: await proofOf("second", log.events) },
    ];
    const wrong: unknown[] = [];
    let count = 0;
    for (let n = 0; count < 1_000; n += 1) {
      const alteration = alterations[n % alterations.length];
      const of = logs[alteration === cutOff ? 0 : n % 20 < 10 ? 0 : 1];
      const altered = of && alteration?.(of.events, random);
      if (!altered) continue;
      const { proof } = of;
      count += 1;
      const { first } = await verifyLog({
        events: () => altered.events,
        macEvents: [],
        proof,
        masterKey: log.masterKey,
      }).catch(() => ({ first: undefined }));
      const isRight =
        first !== undefined &&
        altered.kinds.includes(first.kind) &&
        first.order === (altered.first ?? Number.POSITIVE_INFINITY);
      if (!isRight)
        wrong.push({ n, what: altered.what, expected: altered.first, kinds: altered.kinds, first });
    }
    expect({ seed, wrong: wrong.slice(0, 5), count: wrong.length }).toEqual({ seed, wrong: [], count: 0 });
  });
});
