import { once } from "node:events";
import { createServer } from "node:net";

/** Operating systems assign higher ports automatically, so another process could get one before the test. */
const [lowest, highest] = [20_000, 30_000];

/** A port of 127.0.0.1 that is free, and that the operating system doesn't assign automatically. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    const probe = createServer().listen(port, "127.0.0.1");
    const free = await once(probe, "listening").then(
      () => true,
      () => false,
    );
    if (!free) continue;
    probe.close();
    await once(probe, "close");
    return port;
  }
}
