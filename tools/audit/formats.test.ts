import { describe, expect, test } from "@jest/globals";
import type { ReadEvent } from "@ornament/contracts/catalogue";
import type { EventMetadata } from "@ornament/contracts/events/metadata";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { auditReader, withoutPersonal } from "@ornament/projector/evidence/audited-event";
import { facts } from "@ornament/projector/testing/facts";
import { type Happening, recorded } from "@ornament/projector/testing/projected";
import { csvFormat, ndjsonFormat, textFormat } from "./formats.ts";

const admin = { kind: "admin", id: 3, role: "ADMIN" } as const;

function readAll(happenings: readonly (ReadEvent | Happening)[], further: Partial<EventMetadata>[] = []) {
  const read = auditReader();
  return happenings.map((happening, n) => {
    const event: StoredEvent = recorded(happening, n);
    return read({ ...event, metadata: { ...event.metadata, ...further[n] } });
  });
}

const whenUtc = (instant: Date) => instant.toISOString();

describe("an audited event", () => {
  test("an event has the actor's email address as of that time, and the things that it is about", () => {
    const [, second, third] = readAll([
      facts.adminCreated(),
      { event: facts.deactivated("lost"), actor: admin },
      { event: facts.sessionEnded("s", "consumer", 7), actor: { kind: "consumer", id: 7 } },
    ]);
    expect(second).toMatchObject({
      actor: "admin-3",
      role: "IT Admin",
      email: "it@example.com",
      entry: { action: "PIN deactivated", value: "AB12-CD3: lost" },
      subjects: ["pin-AB12CD3", "consumer-7"],
    });
    expect(third).toMatchObject({ actor: "consumer-7", email: null, subjects: ["consumer-7"] });
  });

  test("an event of the same request or of an earlier event is part of the first action", () => {
    const [first, second, third] = readAll(
      [facts.consumerDeleted(), facts.released(), facts.released()],
      [{ requestId: "r" }, { requestId: "r" }, { $causationId: "event-0" }],
    );
    expect(first?.partOf).toBeNull();
    expect(second?.partOf).toEqual({ id: "event-0", action: "Account deleted" });
    expect(third?.partOf).toEqual({ id: "event-0", action: "Account deleted" });
  });

  test("a change has the value before", () => {
    const read = auditReader();
    const deactivated = recorded({ event: facts.deactivated("lost"), actor: admin }, 1);
    const [first] = read(recorded(facts.activated("found"), 0)).changes;
    const [second] = read(deactivated).changes;
    expect([first?.from, second?.from]).toEqual(["Not Registered", first?.to]);
  });

  test("a forged event has an entry with its place, and each form names it", async () => {
    const data = { type: "PinDeactivated", stream: "pin-AB12CD3", revision: 4 };
    const [audited] = readAll([{ event: { type: "ForgedEventFound", data } }]);
    if (!audited) throw new Error("There is no event");
    const shown = { ...audited, session: null };
    expect(audited).toMatchObject({ actor: "system", subjects: [] });
    expect(JSON.parse(await ndjsonFormat.text([shown]))).toMatchObject({ forged: true, data });
    for (const format of [textFormat, csvFormat])
      expect(await format(whenUtc).text([shown])).toContain(
        "PinDeactivated in stream pin-AB12CD3 at revision 4",
      );
  });

  test("an event with a damaged value has no entry with an erased value, and each form names the damage", async () => {
    const damaged = "the seal of email is broken";
    const audited = auditReader()({ ...recorded(facts.emailChanged(null), 0), damaged } as StoredEvent);
    const shown = { ...audited, session: null };
    expect(audited).toMatchObject({ entry: undefined, hidden: undefined, subjects: ["consumer-7"] });
    expect(JSON.parse(await ndjsonFormat.text([shown]))).toMatchObject({ erased: [], unreadable: damaged });
    for (const format of [textFormat, csvFormat]) {
      const line = await format(whenUtc).text([shown]);
      expect(line).toContain(damaged);
      expect(line).not.toContain("(erased)");
    }
  });

  test("an event that this build can't read has no entry, and its data are exported", async () => {
    const event = {
      ...recorded(facts.released(), 0),
      type: "FromLater",
      unreadable: "unknown type",
    } as const;
    const audited = auditReader()(event as StoredEvent);
    expect(JSON.parse(await ndjsonFormat.text([{ ...audited, session: null }]))).toMatchObject({
      type: "FromLater",
      entry: null,
      unreadable: "unknown type",
      data: { code: "AB12CD3" },
    });
  });
});

describe("the forms of an audit", () => {
  const line = {
    ...readAll([{ event: facts.deactivated("=1+1\u001b[2J\n\u202Eevil"), actor: admin }])[0],
    session: null,
  };
  const shown = line as Parameters<typeof ndjsonFormat.text>[0][number];

  test("the text for a terminal has no control characters of a comment", async () => {
    const text = await textFormat(whenUtc).text([shown]);
    expect(text).toContain("=1+1 [2J evil");
    for (const character of ["\u001b", "\u202E"]) expect(text).not.toContain(character);
    expect(text.trimEnd().split("\n")).toHaveLength(5);
  });

  test("the place of an erased person's session is erased or not recorded, and that of others is not recorded", async () => {
    const session = { id: "s", browser: null, address: null };
    const erased = { ...shown, email: null, session };
    const unknown = { ...shown, email: "it@example.com", session };
    expect(await textFormat(whenUtc).text([erased])).toMatch(/ from +erased or not recorded\n/);
    expect(await textFormat(whenUtc).text([unknown])).toMatch(
      / from +browser not recorded, network address not recorded\n/,
    );
    expect(await csvFormat(whenUtc).text([erased])).toContain(
      ",erased or not recorded,erased or not recorded,",
    );
    expect(await csvFormat(whenUtc).text([unknown])).toContain(",not recorded,not recorded,");
  });

  test("a cell of the CSV is not read as a formula", async () => {
    const [read] = readAll([{ event: facts.ornamentRenamed("=1+1"), actor: admin }]);
    const csv = await csvFormat(whenUtc).text([
      {
        ...shown,
        entry: { group: "pins", action: "@x", value: "=1+1" },
        changes: read?.changes ?? [],
      },
    ]);
    expect(csv).toContain(`IT Admin,'@x,'=1+1,`);
  });

  test("personal data are sealed in the value and in the data, and erased data stay erased", async () => {
    const read = auditReader();
    const open = read(withoutPersonal(recorded(facts.registered(), 0)));
    const erased = read(withoutPersonal(recorded(facts.emailChanged(null), 1)));
    const asJson = async (audited: typeof open) =>
      JSON.parse(await ndjsonFormat.text([{ ...audited, session: null }]));
    expect(await asJson(open)).toMatchObject({
      entry: { value: "(sealed)" },
      data: { email: "(sealed)", passwordHash: "(withheld)" },
      erased: [],
    });
    expect(await asJson(erased)).toMatchObject({
      entry: { value: "(erased)" },
      data: { email: null },
      erased: ["email"],
    });
  });
});
