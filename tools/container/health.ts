import { get } from "node:http";

/**
 * Calls the service in this container: `/healthz`, or `/readyz` with the parameter `ready`. Prints the answer
 * for `docker inspect`, and ends with 0 for a 200, else with 1. It runs every few seconds, so it loads no
 * packages.
 */
const timeoutMilliseconds = 8_000;
const path = process.argv[2] === "ready" ? "/readyz" : "/healthz";
const port = process.env.PLAYER_PORT || process.env.PORT;

function end(code: number, text: string): void {
  process.stdout.write(`${text}\n`, () => process.exit(code));
}

const asked = get({ host: "127.0.0.1", port, path, timeout: timeoutMilliseconds }, (answer) => {
  let text = "";
  answer.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  answer.on("end", () => end(answer.statusCode === 200 ? 0 : 1, text));
});
asked.on("timeout", () => asked.destroy(new Error("no answer in time")));
asked.on("error", ({ message }) => end(1, `The service does not answer: ${message}`));
