import type { Attack } from "../scenario.ts";
import { measureGrowth } from "./growth.ts";
import { newFullPin } from "./refused-bindings.ts";

export const deviceRenames: Attack = {
  name: "device-renames",
  checks: "repeated renames of a device in the back office: each costs as much as the first",
  usual: { calls: 400, clients: 8 },
  small: undefined,
  floor: { of: "renames done", atLeast: ({ calls }) => calls / 2 },
  async run(target, size, report) {
    const [warmed, renamed] = [await newFullPin(target), await newFullPin(target)];
    const [warming, caller] = [target.prepare(), target.caller(report)];
    const rename = (by: typeof caller, id: number, n: number) =>
      by.call("PUT", "/api/admin/update-device-name", {
        token: target.admin,
        body: { id, name: `Phone ${n}` },
      });
    await measureGrowth(target, report, size, {
      promise: "deviceRenameGrowth",
      warm: (n) => rename(warming, warmed.deviceId, n),
      work: (n) => rename(caller, renamed.deviceId, n),
    });
  },
};
