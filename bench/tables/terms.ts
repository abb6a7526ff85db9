import { formatPinCode } from "@ornament/contracts/domain/pin-code";
import type { SeedPeople } from "../seed/people.ts";

/** What a support agent types, taken from the middle of the seeded people. */
export function termsOf({ consumers }: SeedPeople) {
  const middle = consumers.slice(consumers.length >> 1);
  const owner = found(middle, ({ pins }) => pins.some(({ code }) => /[01]/.test(code)));
  const mover = found(middle, ({ formerEmail }) => formerEmail !== undefined);
  const code = found(owner.pins, (pin) => /[01]/.test(pin.code)).code;
  const [local = ""] = owner.email.split("@");
  return {
    pin: formatPinCode(code),
    lookAlikes: `pin: ${formatPinCode(code.replaceAll("0", "O").replaceAll("1", "I")).toLowerCase()}`,
    partOfPin: code.slice(1, 5),
    email: owner.email,
    partOfEmail: local.slice(2),
    formerEmail: mover.formerEmail ?? "",
    twoWords: local.split(".").slice(0, 2).toReversed().join(" "),
    batch: "Retail 2",
    comment: "stolen",
    nothing: "zz9qq",
    common: "an",
  };
}

function found<T>(items: readonly T[], test: (item: T) => boolean): T {
  const item = items.find(test);
  if (item === undefined) throw new Error("More PINs and consumers are needed");
  return item;
}
