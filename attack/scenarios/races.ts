import type { Scenario } from "../scenario.ts";
import { deviceLimit } from "./races/device-limit.ts";
import { lastItAdmin } from "./races/last-it-admin.ts";
import { oneAddress } from "./races/one-address.ts";
import { oneOwner } from "./races/one-owner.ts";
import { oneRefresh } from "./races/one-refresh.ts";
import { oneResetCode } from "./races/one-reset-code.ts";
import { ownProfile } from "./races/own-profile.ts";
import { repeatedCommands } from "./races/repeated-commands.ts";

export const races: Scenario = {
  name: "races",
  about: "what many ask for at once, by two processes on one log",
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
  ],
};
