import { statusProgram } from "@ornament/projector/status/status-program";
import { statusOfStopped } from "@ornament/projector/status/stopped-status";

/** `ornament status`: of the service in this container; the gateway answers for all. */
await statusProgram({
  urlOf: ({ PORT }) => `http://127.0.0.1:${PORT || 8080}`,
  ofStopped: (environment, reason) => statusOfStopped(environment, {}, reason),
});
