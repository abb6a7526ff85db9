import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import { newPins } from "../../target/people.ts";
import type { Attack } from "../scenario.ts";
import { freeze } from "./freeze.ts";

export const documentStore: Attack = {
  name: "document-store",
  checks:
    "the document store is frozen: reads are soon refused with 503, commands succeed, and reads succeed again when it resumes",
  usual: { clients: 8, seconds: 25 },
  small: { clients: 4, seconds: 25 },
  floor: { of: "calls that do not need the store, answered 200", atLeast: ({ clients }) => clients },
  async run(target, size, report) {
    const caller = target.caller(report);
    const codes = await newPins(target, size.clients);
    const measured = await freeze(target, caller, size, report, {
      program: "mongodb",
      needs: () => caller.call("GET", "/api/admin/table/pins", { token: target.admin }),
      doesNotNeed: (n) =>
        caller.call("PUT", "/api/admin/update-pin-status", {
          token: target.admin,
          body: { id: pinIdOf(codes[n] ?? ""), status: false, comment: "While the document store is frozen" },
        }),
    });
    report.promised("readOnFrozenDocumentStore", measured.refusedAfter);
    report.promised("notReadyOnFrozenDocumentStore", measured.notReadyAfter);
    report.promised("recoveryOfDocumentStore", measured.recoveredAfter);
  },
};
