import { expect, test } from "@jest/globals";
import { statusChangeText } from "./pin-status.tsx";

const change = {
  blocked: true,
  comment: "reported stolen",
  createdAt: "2026-11-22T17:10:00.000Z",
  role: "IT Admin",
  admin: { id: 1, email: "ann@ornament.test" },
};

test.each([
  [
    "of a deactivated PIN",
    change,
    "Deactivated by ann@ornament.test (IT Admin) on 11/22/26 05:10:00 pm: reported stolen",
  ],
  [
    "of a PIN that was activated again",
    { ...change, blocked: false, comment: "found" },
    "Activated again by ann@ornament.test (IT Admin) on 11/22/26 05:10:00 pm: found",
  ],
  [
    "by an admin whose account was deleted",
    { ...change, admin: { id: 1, email: null } },
    "Deactivated by a deleted account (IT Admin) on 11/22/26 05:10:00 pm: reported stolen",
  ],
  [
    "by no admin and without a comment",
    { ...change, comment: "", role: "System", admin: null },
    "Deactivated by System on 11/22/26 05:10:00 pm",
  ],
])("the text about the status %s", (_case, given, text) => expect(statusChangeText(given, "UTC")).toBe(text));
