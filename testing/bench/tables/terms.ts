import { formatPinCode } from "@ornament/contracts/values/pin-code";
import type { SeedConsumer, SeedPeople } from "../seed/people.ts";

/** Typical search terms of Customer support, taken from the n-th of the seeded people. */
export function termsOf({ consumers }: SeedPeople, n = 0) {
  const owner = nthFrom(consumers, n, ({ pins }) => pins.some(({ code }) => /[01]/.test(code)));
  const mover = nthFrom(consumers, n, ({ formerEmail }) => formerEmail !== undefined);
  const code = owner.pins.find((pin) => /[01]/.test(pin.code))?.code ?? "";
  const [local = "", host = ""] = owner.email.split("@");
  return {
    pin: formatPinCode(code),
    lookAlikes: `pin: ${formatPinCode(code.replaceAll("0", "O").replaceAll("1", "I")).toLowerCase()}`,
    insideOfPin: code.slice(1, 5),
    endOfPin: code.slice(3),
    mistypedPin: `${code.slice(0, 3)}-${code.slice(4)}`,
    email: owner.email,
    formerEmail: mover.formerEmail ?? "",
    beginning: `${local}@${host.slice(0, 2)}`,
    insideOfEmail: local.slice(2),
    twoWords: local.split(".").slice(0, 2).toReversed().join(" "),
    batch: `etail ${1 + (n % 2)}`,
    comment: ["tolen", "lost in", "shop", "icket"][n % 4] ?? "",
    nothing: `zz9qq${n}`,
    common: ["an", "en", "er", "ma"][n % 4] ?? "",
  };
}

/** The distance between the people of two calls. */
const stride = 37;

/** The first person that passes the test, from a place on that depends on n. */
function nthFrom(
  consumers: readonly SeedConsumer[],
  n: number,
  test: (one: SeedConsumer) => boolean,
): SeedConsumer {
  const from = ((consumers.length >> 1) + n * stride) % consumers.length;
  const found = consumers.slice(from).find(test) ?? consumers.find(test);
  if (found === undefined) throw new Error("More PINs and consumers are needed");
  return found;
}
