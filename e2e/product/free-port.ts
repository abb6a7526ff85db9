import { once } from "node:events";
import { createServer } from "node:net";

/** Systems give out the ports above by themselves, perhaps in the moment before this one is used. */
const [lowest, highest] = [20_000, 30_000];

/** A port that was free a moment ago and that nobody gets who doesn't ask for it. */
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
