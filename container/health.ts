import { portSetting, readConfig } from "@ornament/platform/config/read-config";
import { z } from "zod";

const settings = z.object({ PORT: portSetting, PLAYER_PORT: portSetting.optional() });
const patienceMilliseconds = 2_500;

/**
 * Asks the service in this container: `/healthz`, or `/readyz` with `ready`. Ends with 0 when it says yes, else with 1 and its
 * reason, which `docker inspect` shows.
 */
const { PORT, PLAYER_PORT } = readConfig(settings, process.env);
const path = process.argv[2] === "ready" ? "readyz" : "healthz";
try {
  const answer = await fetch(`http://127.0.0.1:${PLAYER_PORT ?? PORT}/${path}`, {
    signal: AbortSignal.timeout(patienceMilliseconds),
  });
  console.log(await answer.text());
  process.exitCode = answer.ok ? 0 : 1;
} catch (error) {
  console.log(`The service does not answer: ${(error as Error).message}`);
  process.exitCode = 1;
}
