import { describe, expect, test } from "@jest/globals";
import type { CopiedEntry, DataCopy } from "@ornament/contracts/data-copy/api";
import { listOf } from "@ornament/testing/event-log/list-of";
import { htmlCopy } from "./html-copy.ts";
import { jsonCopy } from "./routes.ts";
import { entry, facts } from "./testing/example-copy.ts";

/** The chunks of a log, as they are read. */
async function* inChunks(...chunks: CopiedEntry[][]) {
  yield* chunks;
}
const written = async (pieces: AsyncIterable<string>) => (await listOf(pieces)).join("");
const html = (changes: Partial<Omit<DataCopy, "log">> = {}, entries: CopiedEntry[] = [entry()]) =>
  written(htmlCopy({ facts: { ...facts, ...changes }, entries: inChunks(entries) }));
/** The text of a page, with a space in place of each tag. */
const textOf = (page: string) => page.replace(/<style>.*?<\/style>/s, "").replace(/<[^>]+>/g, " ");
const words = (page: string) => textOf(page).replace(/\s+/g, " ");

const hostile = `<img src=x onerror="alert(1)"></bdi></td><script>alert('2')</script>&amp;\u202Eevil`;

describe("the page of a data copy", () => {
  test("the page of a data copy names product, person, time and time zone, and the contact", async () => {
    const page = await html();
    for (const text of [
      "Copy of the data about ann@example.com",
      "Product Ornament",
      "Consumer id 12",
      "Created at 11/26/26 08:05:09 pm",
      "Time zone America/Chicago",
      "Email help@ornament.test Phone 1-800-555-0100 Hours weekdays",
    ])
      expect(words(page)).toContain(text);
    expect(page).toContain('<time datetime="2026-11-27T02:05:09.000Z">');
  });

  test("every field of a data copy has its name and its value in the page", async () => {
    const page = await html();
    const fields = (value: unknown): [string, unknown][] =>
      typeof value !== "object" || value === null
        ? []
        : Array.isArray(value)
          ? value.flatMap(fields)
          : Object.entries(value).flatMap(([name, part]) => [
              [name, part] as [string, unknown],
              ...fields(part),
            ]);
    const { sections: _meanings, ...about } = facts.about;
    const own = fields([about, ...Object.values({ ...facts, about: null }), entry()]);
    expect(own.length).toBeGreaterThan(50);
    const label = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    const labels = words(page).toLowerCase();
    expect(own.filter(([name]) => !labels.includes(label(name)))).toEqual([]);
    const texts = own.flatMap(([, value]) => (typeof value === "string" && value !== "" ? [value] : []));
    expect(texts.filter((text) => !page.includes(text))).toEqual([]);
  });

  test("the page of a data copy has every section with its meaning and what is not in it", async () => {
    const page = words(await html());
    for (const meaning of Object.values(facts.about.sections)) expect(page).toContain(meaning);
    for (const item of facts.about.notIncluded) expect(page).toContain(item);
  });

  test("hostile texts of a consumer make no element, attribute or script in the page, and turn no letters", async () => {
    const page = await html(
      {
        account: { ...facts.account, email: hostile, formerEmails: [hostile] },
        ornaments: facts.ornaments.map((ornament) => ({ ...ornament, name: hostile })),
        devices: facts.devices.map((device) => ({
          ...device,
          name: hostile,
          userAgent: hostile,
          browser: hostile,
        })),
        sessions: [
          { ...first(facts.sessions), end: hostile, places: [{ browser: hostile, address: hostile }] },
        ],
        refusals: facts.refusals.map((refusal) => ({ ...refusal, device: hostile })),
        about: { ...facts.about, product: hostile, timeZone: "UTC" },
      },
      [entry({ by: hostile, action: hostile, value: hostile, changes: [{ what: hostile, to: hostile }] })],
    );
    expect(page).not.toMatch(/<script|<img|\u202E/);
    const tags = new Set([...page.matchAll(/<(\w+)/g)].map(([, tag]) => tag));
    const own = await html();
    expect([...tags].filter((tag) => !own.includes(`<${tag}`))).toEqual([]);
    const texts = textOf(page).split("&#60;img src=x onerror=&#34;alert(1)&#34;&#62;");
    expect(texts.length).toBeGreaterThan(12);
  });

  test("the page of a data copy has no script, and its policy lets nothing be loaded", async () => {
    const page = await html();
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    expect(page).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|src=|\son\w+=/i);
    const links = [...page.matchAll(/href="([^"]*)"/g)].map(([, link = ""]) => link);
    expect(links).toEqual([]);
  });

  test("a section without data says so, and a person without a readable address is named by the number", async () => {
    const account = { ...facts.account, email: null };
    const page = words(
      await html({ account, ornaments: [], devices: [], sessions: [], pauses: [], refusals: [], mails: [] }),
    );
    expect(page).toContain("Copy of the data about account 12");
    expect(page).toContain("Email none");
    expect(page.match(/Nothing is stored\./g)).toHaveLength(6);
  });

  test("the page of a data copy says since when changes may be missing", async () => {
    const about = { ...facts.about, notUpToDateSince: "2026-11-27T01:00:00.000Z" };
    expect(words(await html({ about }))).toContain("Not up to date since 11/26/26 07:00:00 pm");
    expect(words(await html())).toContain("Not up to date since none");
  });
});

test("a data copy as JSON is one object with all sections and the entries of all chunks", async () => {
  const entries = inChunks([entry({ value: "1" }), entry({ value: "2" })], [], [entry({ value: "3" })]);
  const parsed = JSON.parse(await written(jsonCopy({ facts, entries }))) as DataCopy;
  expect(parsed).toEqual({ ...facts, log: ["1", "2", "3"].map((value) => entry({ value })) });
});

function first<T>([item]: readonly T[]): T {
  if (item === undefined) throw new Error("The example has no such item");
  return item;
}
