import { adminCommands } from "./admin-commands.ts";
import { consumerCommands } from "./consumer-commands.ts";

/** A command of each kind, by name. Each call prepares it on new things of its own. */
export const allCommands = { ...consumerCommands, ...adminCommands };
