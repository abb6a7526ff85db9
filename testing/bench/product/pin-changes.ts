import { inBatches } from "@ornament/testing/suites/in-batches";
import { callsPerSecond } from "../measure/in-turns.ts";
import type { BenchedProduct } from "./benched-product.ts";
import type { SignedIn } from "./signed-in.ts";

/** One account alone has few calls in progress at the same time. */
const accounts = 16;
const password = "Bench-2026";

/** Makes that number of changes, and returns the number in a second. */
export type Changes = (count: number) => Promise<number>;

/** Changes of the first PINs, `atOnce` at the same time. */
export function changesOf(calls: SignedIn, pins: number, atOnce: number): Changes {
  let next = 0;
  // Each PIN one after another: two changes of one PIN are never in flight at the same time.
  const change = () => {
    const turn = next++;
    return calls.changePin(turn % pins, Math.floor(turn / pins) % 2 === 1);
  };
  return (count) => callsPerSecond(count, atOnce, change);
}

/** The access tokens of new admins. */
export const adminTokens = ({ api, admin }: BenchedProduct): Promise<string[]> =>
  inBatches(accounts, 1, async (n) => {
    const email = `member.${n}@ornament.test`;
    const body = { email, password, firstName: "Bench", lastName: "Member", role: "MEMBER" };
    await api.call("POST", "/api/admin/registration", { token: admin, body });
    return api.signInAdmin(email, password);
  });
