import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import type { Engine } from "./engines.ts";

/** What a person sees in a page: by role and name, or a field by its label, in all the page or inside another. */
type Target = ({ role: string; name: string | RegExp } | { label: string | RegExp }) & {
  within?: Target | undefined;
};

export const byRole = (role: string, name: string | RegExp, within?: Target): Target => ({
  role,
  name,
  within,
});
export const field = (label: string | RegExp, within?: Target): Target => ({ label, within });
export const button = (name: string | RegExp, within?: Target): Target => byRole("button", name, within);
export const link = (name: string | RegExp): Target => byRole("link", name);
export const heading = (name: string | RegExp): Target => byRole("heading", name);

/** What `look` of in-page.mjs tells. */
interface Look {
  text: string;
  value: string;
  type: string;
  checked: boolean;
  description: string;
  outline: string;
  isCutOff: boolean;
  address: string;
}

/** The wait for what a person expects, on a busy machine. */
const patienceMs = 20_000;
const pauseMs = 50;
/** A person's press. A click of a test that lasts no time meets no page that moves during it. */
const pressMs = 90;

const [control, backspace] = ["\uE009", "\uE003"];
const hit = (value: string) => [
  { type: "keyDown", value },
  { type: "keyUp", value },
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
  constructor(readonly engine: Engine) {}

  /** Presses for as long as a person does. */
  async press(target: Target): Promise<void> {
    const { x, y } = await this.#until(`press ${asJson(target)}`, async () => {
      const before = await this.#ask<{ x: number; y: number }>("place", target);
      await pause(pauseMs);
      const place = await this.#ask<typeof before>("place", target);
      if (place.x !== before.x || place.y !== before.y) throw new Error("it moves");
      return place;
    });
    await this.engine.act("pointer", [
      { type: "pointerMove", x, y },
      { type: "pointerDown", button: 0 },
      { type: "pause", duration: pressMs },
      { type: "pointerUp", button: 0 },
    ]);
  }

  /** Replaces the text of a field, key by key. */
  async fill(target: Target, text: string): Promise<void> {
    await this.press(target);
    const [down, up] = hit(control);
    await this.engine.act("key", [down ?? {}, ...hit("a"), up ?? {}, ...hit(backspace)]);
    await this.engine.act("key", [...text].flatMap(hit));
  }

  choose = (target: Target, option: string) =>
    this.#until(`choose ${option}`, () => this.#ask("choose", { target, option }));

  look = (target?: Target) => this.#ask<Look>("look", target);

  /** Waits for an element, or for something of the page as a whole: a part of a text, or exactly another value. */
  see = (target: Target | undefined, wanted: { [K in keyof Look]?: Look[K] | RegExp } = {}) =>
    this.#until(`see ${asJson({ ...target, ...wanted })}`, async () => {
      const found = await this.look(target);
      for (const [name, value] of Object.entries(wanted)) {
        const shown = found[name as keyof Look];
        const isRight =
          value instanceof RegExp
            ? value.test(String(shown))
            : name === "text"
              ? found.text.includes(String(value))
              : shown === value;
        if (!isRight) throw new Error(`its ${name} is ${shown}`);
      }
      return found;
    });

  async #ask<T>(question: string, given?: unknown): Promise<T> {
    const answer = `JSON.stringify(inPage.${question}(${asJson(given)})) ?? "null"`;
    const ask = `return globalThis.inPage ? ${answer} : "none";`;
    let found = await this.engine.run(ask);
    if (found === "none") found = await this.engine.run(`${inPage}; globalThis.inPage = inPage; ${ask}`);
    return JSON.parse(found);
  }

  /** Tries until it succeeds. The error of the last try says where the page was. */
  async #until<T>(what: string, attempt: () => Promise<T>): Promise<T> {
    const deadline = Date.now() + patienceMs;
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (Date.now() > deadline) {
          const { address, text } = await this.look();
          throw new Error(`Can't ${what}: ${error}\nat ${address}: ${text}`);
        }
        await pause(pauseMs);
      }
    }
  }
}
