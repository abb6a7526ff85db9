import { networkOf } from "@ornament/platform/http/network";
import { keyedName } from "@ornament/platform/tokens/keyed-hash";
import type { Secrets } from "@ornament/platform/tokens/secrets";

/** The keyed hash of where a request comes from; addresses themselves are not stored. */
export const sourceOf = (secrets: Pick<Secrets, "addressKey">, ip: string): string =>
  keyedName(secrets.addressKey, "pin-entry-source", networkOf(ip));
