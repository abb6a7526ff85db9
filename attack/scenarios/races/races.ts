import type { Scenario } from "../scenario.ts";
import { deviceLimit } from "./device-limit.ts";
import { lastItAdmin } from "./last-it-admin.ts";
import { oneAddress } from "./one-address.ts";
import { oneOwner } from "./one-owner.ts";
import { oneRefresh } from "./one-refresh.ts";
import { oneResetCode } from "./one-reset-code.ts";
import { ownProfile } from "./own-profile.ts";
import { repeatedCommands } from "./repeated-commands.ts";
import { revokedReads } from "./revoked-reads.ts";

export const races: Scenario = {
  name: "races",
  about: "simultaneous callers, in two processes on one event store",
  split: false,
  replica: true,
  attacks: [
    deviceLimit,
    oneAddress,
    oneOwner,
    oneRefresh,
    oneResetCode,
    lastItAdmin,
    ownProfile,
    repeatedCommands,
    revokedReads,
  ],
};
