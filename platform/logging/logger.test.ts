import { expect, test } from "@jest/globals";
import { requestIds } from "./correlation.ts";
import { createLogger } from "./logger.ts";

function linesOf(work: (logger: ReturnType<typeof createLogger>) => void): string[] {
  const lines: string[] = [];
  work(createLogger({ name: "test", destination: { write: (line: string) => void lines.push(line) } }));
  return lines;
}

test("the logger leaves out personal and secret fields, at the top level and one level below", () => {
  const [line] = linesOf((logger) =>
    logger.info(
      { email: "a@b.example", body: { password: "x1", firstName: "Ada" }, route: "login" },
      "Sign-in",
    ),
  );
  const { pid } = process;
  expect(JSON.parse(line ?? "")).toMatchObject({ name: "test", pid, route: "login", msg: "Sign-in" });
  expect(line).not.toMatch(/b\.example|x1|Ada/);
});

test("the logger masks email addresses in errors and leaves out the fields of errors", () => {
  const error = Object.assign(new Error("no mail for ada@b.example", { cause: new Error("bob@c.example") }), {
    document: { name: "Lovelace" },
  });
  const [line] = linesOf((logger) => logger.error({ err: error }, "Failed"));
  expect(JSON.parse(line ?? "").err).toMatchObject({ type: "Error", message: "no mail for [address]" });
  expect(line).not.toMatch(/b\.example|c\.example|Lovelace/);
});

test("the logger writes one line per entry, whatever a value contains", () => {
  const lines = linesOf((logger) => logger.info({ comment: 'x\n{"level":60,"msg":"forged"}\r\n' }, "a\nb"));
  expect(lines).toHaveLength(1);
  expect(lines[0]?.trimEnd()).not.toContain("\n");
});

test("a log line carries the correlation id of the work that wrote it", async () => {
  const lines: string[] = [];
  const logger = createLogger({
    name: "test",
    destination: { write: (line: string) => void lines.push(line) },
  });
  await requestIds.run({ correlationId: "c-1", requestId: "r-1" }, async () => {
    await Promise.resolve();
    logger.info("inside");
  });
  logger.info("outside");
  expect(lines.map((line) => JSON.parse(line).correlationId)).toEqual(["c-1", undefined]);
});
