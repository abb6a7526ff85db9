import { keyedName } from "@ornament/platform/tokens/keyed-hash";
import type { Dependencies } from "../../dependencies.ts";

/** Names the claim stream of an address, already normalised: its keyed hash (design §3). */
export const emailKey = ({ secrets }: Pick<Dependencies, "secrets">, email: string) =>
  keyedName(secrets.addressKey, "consumer-email", email);
