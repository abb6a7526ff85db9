import { setTimeout as wait } from "node:timers/promises";
import { buildConnector } from "undici";

const attemptMilliseconds = 5_000;
const pauseMilliseconds = 100;

/**
 * Connects to a service. While the service is replaced, nothing listens for some seconds: the connection is
 * tried again until the service has been away for `patienceMilliseconds`, and requests wait for it. Nothing
 * of a request is sent before. After that time each connection fails immediately, until the service is back.
 * See docs/decisions/0052-upgrades.md.
 */
export function patientConnector(patienceMilliseconds: number): buildConnector.connector {
  const connect = buildConnector({ timeout: attemptMilliseconds, allowH2: false });
  let awaySince: number | undefined;
  return (target, callback) => {
    const attempt = () =>
      connect(target, (...result) => {
        const [error] = result;
        if (error === null) {
          awaySince = undefined;
          return callback(...result);
        }
        awaySince ??= performance.now();
        if (performance.now() - awaySince >= patienceMilliseconds) return callback(...result);
        void wait(pauseMilliseconds).then(attempt);
      });
    attempt();
  };
}
