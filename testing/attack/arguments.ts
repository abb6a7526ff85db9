import { parseArgs } from "node:util";
import type { Size } from "./scenarios/scenario.ts";
import { scenarios } from "./scenarios.ts";

export const usage =
  "npm run attack -- [scenario | scenario/attack …] [--calls N] [--clients N] [--seconds N] [--seed N] [--list]";

/** The largest allowed numbers. A larger one is probably a typing mistake. */
const most = { calls: 1_000_000, clients: 1_000, seconds: 3_600, seed: 2 ** 31 - 1 } as const;
const numbers = ["calls", "clients", "seconds", "seed"] as const satisfies readonly (keyof Size)[];

/** The attacks and sizes of the command line. Throws with one clear line. */
export function readArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      calls: { type: "string" },
      clients: { type: "string" },
      seconds: { type: "string" },
      seed: { type: "string" },
      list: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const given: Partial<Record<keyof Size, number>> = {};
  for (const name of numbers) {
    const text = values[name];
    if (text === undefined) continue;
    const number = Number(text);
    if (!Number.isInteger(number) || number < 1 || number > most[name])
      throw new Error(`--${name} is a whole number from 1 to ${most[name]}`);
    given[name] = number;
  }
  const known = new Set(
    scenarios.flatMap(({ name, attacks }) => [name, ...attacks.map((attack) => `${name}/${attack.name}`)]),
  );
  const unknown = positionals.find((name) => !known.has(name));
  if (unknown !== undefined) throw new Error(`There is no ${unknown}; --list shows all attacks`);
  return { given, wanted: positionals, listing: values.list, helping: values.help };
}
