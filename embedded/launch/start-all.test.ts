import { expect, test } from "@jest/globals";
import { startAll } from "./start-all.ts";

test("a start that fails is reported when the other starts have ended, so that their parts can be stopped", async () => {
  let begin: (part: string) => void = () => undefined;
  const slow = new Promise<string>((resolve) => {
    begin = resolve;
  });
  const started: string[] = [];
  const all = startAll(
    Promise.reject(new Error("damaged")),
    slow.then((part) => started.push(part)),
  );
  const failure = all.then(
    () => "none",
    (error: Error) => `${error.message}, after ${started}`,
  );
  setImmediate(() => begin("document store"));
  expect(await failure).toBe("damaged, after document store");
});
