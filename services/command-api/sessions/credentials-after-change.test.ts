import { expect, test } from "@jest/globals";
import type { Credentials } from "./credentials.ts";
import { credentialsAfterChange } from "./credentials-after-change.ts";
import { createRevocations } from "./revocations.ts";

const at = (commit: bigint) => ({ position: { commit, prepare: commit } });
const roleChanged = (commit: bigint) => ({
  type: "AdminRoleChanged",
  data: { adminId: 7, email: null, role: "MEMBER" },
  ...at(commit),
});

/** Credentials of the admin 7 as they are read from the log; each read is noted. */
function reader() {
  const revocations = createRevocations(() => new Date());
  let log: Credentials | undefined;
  const set = (commit: bigint, epoch: number) => {
    const changes = Array.from({ length: epoch }, () => "none" as const);
    log = { audience: "admin", subjectId: 7, role: "MEMBER", changes, ...at(commit) };
  };
  const reads: bigint[] = [];
  let before = async () => undefined as undefined;
  const credentials = credentialsAfterChange({
    async load() {
      const found = log;
      reads.push(found?.position?.commit ?? -1n);
      await before();
      return found;
    },
  });
  const epoch = async () => {
    const change = revocations.latestChange("admin", 7);
    if (!change) throw new Error("No change is known");
    return (await credentials(change, "admin", 7))?.changes.length;
  };
  return {
    revocations,
    reads,
    set,
    epoch,
    clear: () => {
      log = undefined;
    },
    pauseReads: (pause: () => Promise<undefined>) => {
      before = pause;
    },
  };
}

test("an account's credentials are read once after a change, however many requests it sends", async () => {
  const { revocations, reads, set, epoch } = reader();
  set(5n, 1);
  revocations.record(roleChanged(5n));
  expect([await epoch(), await epoch(), await epoch()]).toEqual([1, 1, 1]);
  expect(reads).toEqual([5n]);
});

test("the next change of an account's credentials is known to the next request", async () => {
  const { revocations, reads, set, epoch } = reader();
  set(5n, 1);
  revocations.record(roleChanged(5n));
  expect(await epoch()).toBe(1);
  set(9n, 2);
  revocations.record(roleChanged(9n));
  expect([await epoch(), await epoch()]).toEqual([2, 2]);
  expect(reads).toEqual([5n, 9n]);
});

test("credentials that were read while they changed are not kept", async () => {
  const { revocations, set, epoch, pauseReads } = reader();
  set(5n, 1);
  revocations.record(roleChanged(5n));
  let end: (value: undefined) => void = () => undefined;
  pauseReads(() => new Promise((resolve) => (end = resolve)));
  const begun = epoch();
  pauseReads(async () => undefined);
  set(9n, 2);
  revocations.record(roleChanged(9n));
  end(undefined);
  expect(await begun).toBe(1);
  expect(await epoch()).toBe(2);
});

test("credentials from a node that doesn't have the change yet are read again by the next request", async () => {
  const { revocations, reads, set, epoch } = reader();
  set(3n, 0);
  revocations.record(roleChanged(5n));
  expect(await epoch()).toBe(0);
  set(5n, 1);
  expect([await epoch(), await epoch()]).toEqual([1, 1]);
  expect(reads).toEqual([3n, 5n]);
});

test("an account that is deleted is looked for again by each request", async () => {
  const { revocations, reads, clear, epoch } = reader();
  clear();
  revocations.record({ type: "AdminAccountDeleted", data: { adminId: 7, email: null }, ...at(5n) });
  expect([await epoch(), await epoch()]).toEqual([undefined, undefined]);
  expect(reads).toHaveLength(2);
});

test("after the log was replaced, credentials are read again", async () => {
  const { revocations, reads, set, epoch } = reader();
  set(9n, 2);
  revocations.record(roleChanged(9n));
  expect(await epoch()).toBe(2);
  revocations.forgetPosition();
  set(5n, 1);
  expect(await epoch()).toBe(1);
  expect(reads).toEqual([9n, 5n]);
});
