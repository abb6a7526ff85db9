import { composeAccountId } from "@ornament/contracts/domain/account-id";
import type { AdminDirectory } from "../../aggregates/admin-directory/decider.ts";

const tries = 5;

/** A random id that no admin has or had. If all tries give used ids, the directory refuses the command. */
export function newAdminId(
  { clock, randomInteger }: { clock: () => Date; randomInteger: (below: number) => number },
  { usedIds }: Pick<AdminDirectory, "usedIds">,
): number {
  const ids = Array.from({ length: tries }, () => composeAccountId(clock(), randomInteger(4096)));
  return ids.find((adminId) => !usedIds.has(adminId)) ?? Number(ids[0]);
}
