import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import type { Attack } from "../scenario.ts";
import { measureGrowth } from "./growth.ts";
import { newFullPin } from "./refused-bindings.ts";

export const ornamentRenames: Attack = {
  name: "ornament-renames",
  checks: "repeated renames of an ornament in the back office: each costs as much as the first",
  usual: { calls: 800, clients: 8 },
  small: undefined,
  floor: { of: "renames done", atLeast: ({ calls }) => calls / 2 },
  async run(target, size, report) {
    const [warmed, renamed] = [await newFullPin(target), await newFullPin(target)];
    const [warming, caller] = [target.prepare(), target.caller(report)];
    const rename = (by: typeof caller, code: string, n: number) =>
      by.call("PUT", "/api/admin/update-pin-name", {
        token: target.admin,
        body: { id: pinIdOf(code), name: `Tree ${n}` },
      });
    await measureGrowth(target, report, size, {
      promise: "ornamentRenameGrowth",
      warm: (n) => rename(warming, warmed.code, n),
      work: (n) => rename(caller, renamed.code, n),
    });
  },
};
