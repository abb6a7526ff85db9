import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "@jest/globals";
import { newDataDir, removeDataDir } from "@ornament/testing/product/running-product";
import { builtProgram } from "@ornament/testing/programs/built-program";

test.each(["eventstore", "mongodb", "mailbox", "player"])(
  "%s ends without a message when its parent process has ended during its start",
  async (name) => {
    const dataDir = newDataDir();
    const child = fork(builtProgram(name), {
      env: {
        DATA_DIR: dataDir,
        EVENTSTORE_SOCKET: join(dataDir, "eventstore.sock"),
        MONGODB_SOCKET: join(dataDir, "mongodb.sock"),
      },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      execArgv: [],
    });
    child.disconnect();
    // "close" is not emitted after a disconnect.
    const [[code], ...printed] = await Promise.all([
      once(child, "exit"),
      text(child.stdout as Readable),
      text(child.stderr as Readable),
    ]);
    expect({ code, printed }).toEqual({ code: 0, printed: ["", ""] });
    removeDataDir(dataDir);
  },
);
