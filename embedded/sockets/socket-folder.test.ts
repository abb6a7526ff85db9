import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { openSocketFolder } from "./socket-folder.ts";

test("only its owner can enter the folder of the sockets, with any umask and any parent folder", async () => {
  const open = mkdtempSync(join(tmpdir(), "open-"));
  chmodSync(open, 0o777);
  const umask = process.umask(0);
  const sockets = openSocketFolder(open);
  process.umask(umask);
  const folder = dirname(sockets.pathOf("mongodb") ?? "");
  expect((statSync(folder).mode & 0o777).toString(8)).toBe("700");
  await sockets.stop();
  expect(existsSync(folder)).toBe(false);
  rmSync(open, { recursive: true });
});

test("the folders of killed processes are removed, and no others", async () => {
  const parent = mkdtempSync(join(tmpdir(), "left-"));
  const ended = spawnSync(process.execPath, ["--version"]).pid;
  const names = [
    `ornament-${ended}-abcdef`,
    `ornament-${process.pid}-abcdef`,
    "ornament-audit-abcdef",
    "other",
  ];
  for (const name of names) mkdirSync(join(parent, name));
  const sockets = openSocketFolder(parent);
  await sockets.stop();
  while (existsSync(join(parent, names[0] ?? ""))) await nextTurn();
  expect(readdirSync(parent).sort()).toEqual(names.slice(1).sort());
  rmSync(parent, { recursive: true });
});

test.each(["a".repeat(90), "with a space", "with@percent%20"])(
  "a socket's path is short and plain if the folder for temporary files is %j",
  async (name) => {
    const parent = mkdtempSync(join(tmpdir(), "long-"));
    mkdirSync(join(parent, name));
    const sockets = openSocketFolder(join(parent, name));
    const path = sockets.pathOf("eventstore") ?? "";
    expect(path).toMatch(/^\/tmp\/ornament-\d+-\w{6}\/eventstore\.sock$/);
    await sockets.stop();
    rmSync(parent, { recursive: true });
  },
);
