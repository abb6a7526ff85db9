import { expect, test } from "@jest/globals";
import { mailboxAccess } from "./mailbox-access.ts";

const local = "http://localhost:8080";

test.each([
  ["127.0.0.1", local, false, "here"],
  ["0.0.0.0", local, false, "nobody"],
  ["127.0.0.1", "https://ornament.example", false, "nobody"],
  ["0.0.0.0", "https://ornament.example", true, "everybody"],
] as const)(
  "the mailbox of a product at %s with the URL %s, opened: %p, is for %s",
  (host, publicUrl, mailboxPublic, access) => {
    expect(mailboxAccess({ host, publicUrl, mailboxPublic })).toBe(access);
  },
);
