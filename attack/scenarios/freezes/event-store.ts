import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import { newPins } from "../../target/people.ts";
import type { Attack } from "../scenario.ts";
import { freeze } from "./freeze.ts";

export const eventStore: Attack = {
  name: "event-store",
  checks:
    "the event store is frozen: commands are soon refused with 503, reads succeed, and commands succeed again when it resumes",
  usual: { clients: 8, seconds: 25 },
  small: { clients: 4, seconds: 25 },
  floor: { of: "calls that do not need the store, answered 200", atLeast: ({ clients }) => clients },
  async run(target, size, report) {
    const caller = target.caller(report);
    const codes = await newPins(target, size.clients);
    const mark = await target.log.head();
    const blocked = new Set<number>();
    const measured = await freeze(target, caller, size, report, {
      program: "eventstore",
      needs: async (n) => {
        const id = pinIdOf(codes[n % codes.length] ?? "");
        const reply = await caller.call("PUT", "/api/admin/update-pin-status", {
          token: target.admin,
          key: `freeze-${n}`,
          body: { id, status: false, comment: `Frozen ${n}` },
        });
        if (reply.status === 200) blocked.add(id);
        // The command was done after the store resumed, though its caller had got a 503.
        return reply.body?.code === "pin_already_blocked" ? { ...reply, status: 200 } : reply;
      },
      doesNotNeed: () => caller.call("GET", "/api/admin/table/pins", { token: target.admin }),
    });
    report.promised("commandOnFrozenEventStore", measured.refusedAfter);
    report.promised("notReadyOnFrozenEventStore", measured.notReadyAfter);
    report.promised("recoveryOfEventStore", measured.recoveredAfter);
    const logged = (await target.log.since(mark)).filter(({ type }) => type === "PinDeactivated");
    const codesLogged = new Set(logged.map(({ data }) => pinIdOf(String(data.code))));
    report.check(codesLogged.size === logged.length, "a PIN was deactivated twice");
    for (const id of blocked)
      report.check(codesLogged.has(id), `an acknowledged command on ${id} is not in the event store`);
  },
};
