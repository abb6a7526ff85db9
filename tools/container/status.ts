import { statusOfStopped, statusProgram } from "../status/status-program.ts";

/** `ornament status`: of the service in this container; the gateway answers for all. */
await statusProgram({
  urlOf: ({ PORT }) => `http://127.0.0.1:${PORT || 8080}`,
  ofStopped: (environment, reason) => statusOfStopped(environment, {}, reason),
});
