import { randomUUID } from "node:crypto";
import { type Answer, ApiClient } from "@ornament/testing/calls/api-client";
import { allCommands } from "@ornament/testing/commands/all-commands";
import { type CommandSetup, importFreshPins, isMadeUp } from "@ornament/testing/commands/command";
import { allAtOnce } from "@ornament/testing/suites/in-batches";
import type { Target } from "../../target/target.ts";
import type { Attack } from "../scenario.ts";

const mostTries = 30;

export const repeatedCommands: Attack = {
  name: "repeated-commands",
  checks:
    "each command sent repeatedly at the same time with its key, to two processes, acts once and gets the same answer",
  usual: { clients: 10 },
  small: undefined,
  floor: {
    of: "commands answered 200",
    atLeast: ({ clients }) => (Object.keys(allCommands).length * clients) / 2,
  },
  async run(target, { clients }, report) {
    const api = new ClientFromManyNetworks(target, target.product.url);
    const apis = [
      api,
      new ClientFromManyNetworks(target, target.replica?.url ?? target.product.url),
    ] as const;
    const setup: CommandSetup = {
      api,
      url: target.product.url,
      admin: target.admin,
      adminId: target.adminId,
    };
    await importFreshPins(setup);
    for (const [name, prepare] of Object.entries(allCommands)) {
      const command = await prepare(setup);
      const mark = await target.log.head();
      const key = randomUUID();
      const answers = await allAtOnce(clients, async (n) => {
        for (let tries = 1; ; tries += 1) {
          const began = performance.now();
          const answer = await command.send(apis[n % 2 ? 1 : 0], key);
          report.called(performance.now() - began);
          if (answer.body.code !== "conflict" || tries === mostTries) return answer;
        }
      });
      const seen = new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`));
      report.check(seen.size === 1, `${name}: answers differ: ${[...seen].join(" / ").slice(0, 900)}`);
      report.succeeded(answers.filter(({ status }) => status === 200).length);
      const [answer] = answers;
      const events = (await target.log.since(mark))
        .filter(({ stream }) => !/^(mail|snapshot)-/.test(stream))
        .filter((event) => !isMadeUp(event))
        .filter((event) => !answer || command.isCounted(event, answer))
        .map(({ type }) => type)
        .toSorted();
      report.check(
        `${events}` === `${command.events}`,
        `${name}: the event store holds ${events}, not ${command.events}; answered ${answer?.status} ${answer?.body.code ?? ""}`,
      );
    }
  },
};

/** Sends each call from another network, so that no limit by network refuses it. */
class ClientFromManyNetworks extends ApiClient {
  readonly #target: Target;

  constructor(target: Target, base: string) {
    super(base);
    this.#target = target;
  }

  override call<T>(...[method, path, options = {}]: Parameters<ApiClient["call"]>): Promise<Answer<T>> {
    const headers = { ...options.headers, "X-Forwarded-For": this.#target.source() };
    return super.call<T>(method, path, { ...options, headers });
  }
}
