import { adminCommands } from "./admin-commands.ts";
import { consumerCommands } from "./consumer-commands.ts";

/** A command of each kind, by name. Each call prepares it on separate new things. */
export const allCommands = { ...consumerCommands, ...adminCommands };
