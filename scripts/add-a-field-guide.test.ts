import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";

// The instructions of docs/how-to/add-a-field-to-a-table.md are applied to a copy of the sources, whose types
// are then checked.

const root = fileURLToPath(new URL("..", import.meta.url));
const { workspaces } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const folders = workspaces.map((path: string) => path.replace("/*", "")) as string[];
const copy = mkdtempSync(join(tmpdir(), "add-a-field-"));
const guide = readFileSync(join(root, "docs/how-to/add-a-field-to-a-table.md"), "utf8");
const blocks = [...guide.matchAll(/^```tsx?\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);
const applied = new Set<string>();
const changed = new Set<string>();

const linked = new Set(["node_modules", "dist"]);

/** The sources, and a node_modules whose workspaces are those of the copy. */
beforeAll(() => {
  for (const path of [...folders, "package.json", "tsconfig.json", "tsconfig.base.json"])
    cpSync(join(root, path), join(copy, path), {
      recursive: true,
      filter: (file) => !linked.has(basename(file)),
    });
  const packages = join(copy, "node_modules");
  mkdirSync(packages);
  for (const name of readdirSync(join(root, "node_modules")))
    if (name !== "@ornament") symlinkSync(join(root, "node_modules", name), join(packages, name));
  cpSync(join(root, "node_modules/@ornament"), join(packages, "@ornament"), {
    recursive: true,
    verbatimSymlinks: true,
  });
  symlinkSync(join(root, "web/node_modules"), join(copy, "web/node_modules"));
});
afterAll(() => rmSync(copy, { recursive: true }));

/** The only block of the guide that contains a text. */
function block(part: string): string {
  const [found, ...more] = blocks.filter((code) => code.includes(part));
  if (found === undefined || more.length > 0)
    throw new Error(`The guide has not exactly one block with ${part}`);
  applied.add(found);
  return found;
}

/** Code within a sentence of the guide. */
function said(code: string): string {
  if (!guide.includes(`\`${code}\``)) throw new Error(`The guide doesn't say ${code}`);
  return code;
}

function replace(file: string, before: string, after: string): void {
  const path = join(copy, file);
  const text = readFileSync(path, "utf8");
  if (text.split(before).length !== 2) throw new Error(`${file} has not exactly one place with ${before}`);
  writeFileSync(
    path,
    text.replace(before, () => after),
  );
  changed.add(file);
}

/** Puts code before the only place with a text. */
const put = (file: string, place: string, code: string) => replace(file, place, `${code}\n${place}`);

test("the guide to a new field of a table names every file that has to change, and its code compiles", () => {
  const aggregate = "services/command-api/pins";
  put(
    "contracts/pins/events.ts",
    "  /**\n   * The owner's account was deleted, or",
    block("PinExpirySet: event"),
  );
  put("contracts/action-log/actions.ts", `    "PIN registered",`, `    ${said('"PIN expiry set"')},`);
  put(
    `${aggregate}/commands.ts`,
    `  | { type: "RenameDevice"`,
    `  | ${said('{ type: "SetExpiry"; expiresOn: string | null }')}`,
  );
  put(`${aggregate}/commands.ts`, "  RenameDevice: ", `  ${said('SetExpiry: "pin_not_found"')};`);
  const state = `${aggregate}/state.ts`;
  put(state, "  readonly blocked: boolean;", `  readonly ${said("expiresOn: string | null")};`);
  put(state, "  blocked: false,\n  lastBulkChange", `  ${said("expiresOn: null")},`);
  put(
    state,
    `    case "PinReleased":`,
    `    case "PinExpirySet":\n${said("return { ...state, expiresOn: event.data.expiresOn }")};`,
  );
  put(`${aggregate}/decider.ts`, `    case "BindDevice":`, block('case "SetExpiry"'));
  replace(
    `${aggregate}/compaction.ts`,
    `    case "PinReleased":\n      return event.type;\n`,
    block('case "PinReleased"'),
  );
  put("contracts/routes/back-office.ts", "  updatePinStatus:", block("updatePinExpiry: { method"));
  put("contracts/pins/api.ts", "  updatePinStatus: {", block("summary:"));
  put(
    "contracts/pins/api.ts",
    "  blocked: z.boolean(),\n  countDevices",
    `  ${said("expiresOn: z.string().nullable()")},`,
  );
  const handlers = "services/command-api/pins/manage-pins.ts";
  replace(handlers, `"updatePinStatus"`, `"updatePinStatus" | ${said('"updatePinExpiry"')}`);
  put(handlers, "  async updatePinStatus(", block("async updatePinExpiry"));
  put(
    "contracts/pins/document.ts",
    "  blocked: boolean;\n  batchName",
    `  ${said("expiresOn: string | null")};`,
  );
  put("contracts/pins/columns.ts", "    comment:", `    ${said('expiresOn: "expiresOn"')},`);
  const reducer = "services/projector/pins.ts";
  put(reducer, "    PinReleased: pin,", `    ${said("PinExpirySet: pin")},`);
  put(reducer, "  blocked: false,\n  batchName", `  ${said("expiresOn: null")},`);
  put(reducer, `    case "PinReleased":`, block('case "PinExpirySet":\n  return { ...state, expiresOn'));
  put(
    "services/query-api/pins/pin-rows.ts",
    "  blocked: pin.blocked,",
    `  ${said("expiresOn: pin.expiresOn")},`,
  );
  put(
    "services/query-api/pins/pin-rows.ts",
    "    blocked: pin?.blocked",
    `    ${said("expiresOn: pin?.expiresOn ?? null")},`,
  );
  put("web/src/admin/pins/pins-page.tsx", "  comment: {", block('header: "Expires"'));

  put(`${aggregate}/compaction.test.ts`, "  BindDevice: fc", block("SetExpiry: fc"));
  put(
    "services/query-api/testing/documents.ts",
    "    blocked: false,\n    batchName",
    `    ${said("expiresOn: null")},`,
  );
  put(
    "services/query-api/table/tables.int.test.ts",
    "    comment: [",
    `    ${said('expiresOn: ["BBBB-001", "AAAA-001"]')},`,
  );
  put(
    "web/src/admin/testing/pin-row.ts",
    "  blocked: false,\n  countDevices: 0",
    `  ${said("expiresOn: null")},`,
  );
  put(
    "testing/commands/valid-bodies.ts",
    "  updatePinName:",
    `  ${said('updatePinExpiry: { id: 1, expiresOn: "2026-12-31" }')},`,
  );

  expect(blocks.filter((code) => !applied.has(code))).toEqual([]);
  expect([...changed].filter((file) => !guide.includes(basename(file)))).toEqual([]);
  const checkTypes = [join(root, "scripts/check-types.mjs"), "tsconfig.json", "web/tsconfig.json"];
  const { stdout, status } = spawnSync(process.execPath, checkTypes, { cwd: copy, encoding: "utf8" });
  expect({ stdout, status }).toEqual({ stdout: "", status: 0 });
});
