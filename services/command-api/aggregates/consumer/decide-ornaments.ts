import { limits } from "@ornament/contracts/domain/limits";
import type { ConsumerEvent } from "@ornament/contracts/events/consumer";
import { type ConsumerCommand, refuse } from "./commands.ts";
import type { ConsumerAccount } from "./state.ts";

type OrnamentCommand = Extract<
  ConsumerCommand,
  { type: "AddOrnament" | "RemoveOrnament" | "RenameOrnament" | "SelectOrnament" }
>;

/** Decides commands about the ornaments of an account. A command that changes nothing has no events. */
export function decideOrnaments(command: OrnamentCommand, account: ConsumerAccount): ConsumerEvent[] {
  const { consumerId } = account;
  const { code } = command;
  const owned = account.ornaments.find((ornament) => ornament.code === code);
  if (command.type === "AddOrnament") return add(command, account);
  if (command.type === "RemoveOrnament")
    return owned ? [{ type: "OrnamentRemoved", data: { consumerId, code } }] : [];
  if (!owned) throw refuse<"RenameOrnament" | "SelectOrnament">("pin_not_found");
  if (command.type === "RenameOrnament") {
    const { name } = command;
    return owned.name === name ? [] : [{ type: "OrnamentRenamed", data: { consumerId, code, name } }];
  }
  return account.selected === code ? [] : [{ type: "OrnamentSelected", data: { consumerId, code } }];
}

function add(
  command: Extract<OrnamentCommand, { type: "AddOrnament" }>,
  account: ConsumerAccount,
): ConsumerEvent[] {
  const { code, name } = command;
  const { consumerId } = account;
  if (account.ornaments.some((ornament) => ornament.code === code)) return [];
  if (account.ornaments.length >= limits.ornamentsPerAccount)
    throw refuse<"AddOrnament">("too_many_ornaments");
  return [{ type: "OrnamentAdded", data: { consumerId, code, name } }];
}
