import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import type { Act, Engine } from "./engine.ts";

/** What a person sees in a page: by role and name, or a field by its label, in all the page or inside another. */
export type Target = ({ role: string; name: string | RegExp } | { label: string | RegExp }) & {
  within?: Target | undefined;
};

export const byRole = (role: string, name: string | RegExp, within?: Target): Target => ({
  role,
  name,
  within,
});
export const field = (label: string | RegExp, within?: Target): Target => ({ label, within });
export const button = (name: string | RegExp, within?: Target): Target => byRole("button", name, within);
export const link = (name: string | RegExp, within?: Target): Target => byRole("link", name, within);
export const heading = (name: string | RegExp): Target => byRole("heading", name);

/** The wait for what a person expects, on a busy machine. */
const patienceMs = 20_000;
const pauseMs = 50;
/** A person's press. A click of a test that lasts no time meets no page that moves during it. */
const pressMs = 90;

const keys = { control: "\uE009", backspace: "\uE003", enter: "\uE007", escape: "\uE00C" } as const;
const hit = (key: string): Act[] => [
  { type: "keyDown", value: key },
  { type: "keyUp", value: key },
];

const inPage = buildSync({
  entryPoints: [fileURLToPath(new URL("./in-page.mjs", import.meta.url))],
  bundle: true,
  minify: true,
  write: false,
  format: "iife",
  globalName: "inPage",
  define: { "process.env": "{}" },
}).outputFiles[0]?.text;

const asJson = (given: unknown) =>
  JSON.stringify(given, (_, value) =>
    value instanceof RegExp ? { source: value.source, flags: value.flags } : value,
  );

/** One page of a browser, used as a person does. Every act waits until it is possible. */
export class Page {
  readonly engine: Engine;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /** Presses for as long as a person does. */
  async press(target: Target): Promise<void> {
    const { x, y } = await this.#until(`press ${asJson(target)}`, async () => {
      const before = await this.#ask<{ x: number; y: number }>("place", target);
      await pause(pauseMs);
      const place = await this.#ask<{ x: number; y: number }>("place", target);
      if (place.x !== before.x || place.y !== before.y) throw new Error("it moves");
      return place;
    });
    await this.engine.act({
      type: "pointer",
      id: "mouse",
      actions: [
        { type: "pointerMove", x, y },
        { type: "pointerDown", button: 0 },
        { type: "pause", duration: pressMs },
        { type: "pointerUp", button: 0 },
      ],
    });
  }

  /** Replaces the text of a field, key by key. */
  async fill(target: Target, text: string): Promise<void> {
    await this.press(target);
    await this.#keys([
      { type: "keyDown", value: keys.control },
      ...hit("a"),
      { type: "keyUp", value: keys.control },
      ...hit(keys.backspace),
    ]);
    await this.type(text);
  }

  type = (text: string): Promise<void> => this.#keys([...text].flatMap(hit));

  hit = (key: keyof typeof keys): Promise<void> => this.#keys(hit(keys[key]));

  choose = (target: Target, option: string) =>
    this.#until(`choose ${option}`, () => this.#ask("choose", { target, option }));

  async attach(target: Target, path: string): Promise<void> {
    await this.engine.attach(await this.#until("attach", () => this.#ask("selectorOf", target)), path);
  }

  see = (target: Target) =>
    this.#expect(
      `see ${asJson(target)}`,
      () => this.#ask<number>("count", target),
      (count) => count > 0,
    );

  seeNo = (target: Target) =>
    this.#expect(
      `see no ${asJson(target)}`,
      () => this.#ask<number>("count", target),
      (count) => count === 0,
    );

  seeText = (text: string | RegExp, within?: Target) =>
    this.#expect(
      `see the text ${text}`,
      () => this.#ask<string>("textOf", within),
      (shown) => (text instanceof RegExp ? text.test(shown) : shown.includes(text)),
    );

  seeValue = (target: Target, value: string) =>
    this.#expect(
      `see the value ${value} of ${asJson(target)}`,
      () => this.#ask<string>("valueOf", target),
      (shown) => shown === value,
    );

  seeChecked = (target: Target) =>
    this.#expect(`see ${asJson(target)} checked`, () => this.#ask<boolean>("isChecked", target), Boolean);

  /** Waits for the hint or message of a field. */
  seeDescription = (target: Target, text: RegExp) =>
    this.#expect(
      `see ${text} at ${asJson(target)}`,
      () => this.#ask<string>("descriptionOf", target),
      (shown) => text.test(shown),
    );

  seeAddress = (address: RegExp) =>
    this.#expect(
      `see the address ${address}`,
      () => this.#ask<string>("address"),
      (shown) => address.test(shown),
    );

  text = () => this.#ask<string>("textOf");

  attributeOf = (target: Target, name: string) => this.#ask<string>("attributeOf", { target, name });

  styleOf = (target: Target, property: string) => this.#ask<string>("styleOf", { target, property });

  isCutOff = (target: Target) => this.#ask<boolean>("isCutOff", target);

  address = () => this.#ask<string>("address");

  /** The text of the only file in the folder of downloads, once it is whole. */
  downloaded = () =>
    this.#until("download a file", async () => {
      const files = readdirSync(this.engine.downloads);
      if (files.length !== 1) throw new Error(`the folder has ${files.length} files`);
      const text = readFileSync(join(this.engine.downloads, files[0] ?? ""), "utf8");
      if (text === "") throw new Error("the file is empty");
      return text;
    });

  #keys = (actions: Act[]) => this.engine.act({ type: "key", id: "keyboard", actions });

  async #ask<T>(question: string, given?: unknown): Promise<T> {
    const ask = `return globalThis.inPage ? inPage.answer(${asJson(question)}, ${asJson(given)}) : "none";`;
    let answer = await this.engine.run(ask);
    if (answer === "none") answer = await this.engine.run(`${inPage}; globalThis.inPage = inPage; ${ask}`);
    const { value, problem } = JSON.parse(answer) as { value: T; problem?: string };
    if (problem !== undefined) throw new Error(problem);
    return value;
  }

  #expect<T>(what: string, read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
    return this.#until(what, async () => {
      const value = await read();
      if (!holds(value)) throw new Error(`it is ${asJson(value)}`);
      return value;
    });
  }

  /** Tries until it succeeds. The error of the last try says where the page was. */
  async #until<T>(what: string, attempt: () => Promise<T>): Promise<T> {
    const deadline = Date.now() + patienceMs;
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (Date.now() > deadline) {
          const shown = await this.#ask("textOf").catch(String);
          throw new Error(`Can't ${what}: ${error}\nat ${await this.address().catch(String)}: ${shown}`);
        }
        await pause(pauseMs);
      }
    }
  }
}
