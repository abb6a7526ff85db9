import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { type EventType, eventCatalogue } from "@ornament/contracts/catalogue";
import { z } from "zod";
import { type Docstring, docstringsOf } from "./docstrings.ts";
import { type Category, eventsReference } from "./reference.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const file = join(root, "docs/events.md");
const update = process.env.UPDATE_EVENTS === "yes";
const command = "UPDATE_EVENTS=yes npm run jest -- --selectProjects unit --testPathPatterns events-reference";

const none: Docstring = { text: "", by: [] };

/** The sources of a folder, by their paths from the repository's root. */
const sourcesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .filter((path) => !/\/(testing|node_modules|dist)\//.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

function categories(): Category[] {
  return sourcesIn("contracts").flatMap(({ path, text }) => {
    const found = docstringsOf(text);
    const events = [...found]
      .filter(([type]) => Object.hasOwn(eventCatalogue, type))
      .map(([type, about]) => ({ definition: eventCatalogue[type as EventType], about }));
    if (events.length === 0) return [];
    return [{ path, about: found.get("") ?? none, events: events as Category["events"] }];
  });
}

const sources = ["services", "platform"]
  .flatMap(sourcesIn)
  .filter(({ path }) => !path.startsWith("services/projector/") || /\/(mails|log-proof)\//.test(path));

/**
 * The folder of the decider, or else the files that name the type where an event is made: `type:
 * "PinRegistered"`, or by its definition.
 */
function makers(type: string): string[] {
  const made = new RegExp(`type: "${type}"|[?:] "${type}"|\\w+Events\\.${type}\\.type`);
  const found = sources.filter(({ text }) => made.test(text)).map(({ path }) => path);
  const decider = found.find((path) => /\/([\w-]+-)?(decider|decide-[\w-]+)\.ts$/.test(path));
  return decider === undefined ? found : [dirname(decider)];
}

test("docs/events.md is generated from the current declarations of events", () => {
  const made = eventsReference(categories(), makers);
  if (update) writeFileSync(file, made);
  if (!existsSync(file) || readFileSync(file, "utf8") !== made)
    throw new Error(`docs/events.md is not up to date. Make it again:\n${command}`);
});

test("every event has a docstring, every field a meaning, and every @by names a command of the aggregate that makes the event", () => {
  const all = categories();
  const types = all.flatMap(({ events }) => events.map(({ definition }) => definition.type));
  expect(types.toSorted()).toEqual(Object.keys(eventCatalogue).toSorted());
  for (const { about, events } of all) {
    expect(about.text).toMatch(/\S/);
    for (const { definition, about: said } of events) {
      const { type, schema } = definition;
      const places = makers(type);
      const meanings = Object.entries(schema.shape).filter(
        ([, field]) => !JSON.stringify(z.toJSONSchema(field as z.ZodType)).includes('"description":'),
      );
      const isMade = places.length > 0 || said.text.startsWith("No build writes it any more.");
      expect({ type, text: said.text !== "", made: isMade, withoutMeaning: meanings }).toEqual({
        type,
        text: true,
        made: true,
        withoutMeaning: [],
      });
      const isDecided = places.some((path) => !path.endsWith(".ts"));
      const near = sources.filter(({ path }) => places.some((place) => path.startsWith(place)));
      const unknown = said.by.filter((name) => !near.some(({ text }) => text.includes(`"${name}"`)));
      expect({ type, unknown, named: said.by.length > 0 || !isDecided }).toEqual({
        type,
        unknown: [],
        named: true,
      });
    }
  }
});
