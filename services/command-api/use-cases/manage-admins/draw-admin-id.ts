import { composeAccountId } from "@ornament/contracts/domain/account-id";
import type { AdminDirectory } from "../../aggregates/admin-directory/decider.ts";

const draws = 5;

/** An id that nobody has had, if one of so many draws finds it; the directory refuses any other. */
export function drawAdminId(
  { clock, randomInteger }: { clock: () => Date; randomInteger: (below: number) => number },
  { usedIds }: Pick<AdminDirectory, "usedIds">,
): number {
  const drawn = Array.from({ length: draws }, () => composeAccountId(clock(), randomInteger(4096)));
  return drawn.find((adminId) => !usedIds.has(adminId)) ?? Number(drawn[0]);
}
