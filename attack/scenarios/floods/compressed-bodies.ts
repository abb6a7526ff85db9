import { brotliCompressSync, constants } from "node:zlib";
import { allAtOnce } from "@ornament/testing/suites/in-batches";
import { percentile } from "@ornament/testing/suites/percentile";
import { meanwhile } from "../../target/meanwhile.ts";
import { newPeople, password } from "../../target/people.ts";
import { RawConnection, statusesIn } from "../../target/raw-connection.ts";
import type { Attack } from "../scenario.ts";

/** A body of 14 bytes, for which a decoder takes a window of 16 MiB. */
const body = brotliCompressSync(Buffer.alloc(16 * 1024 ** 2 - 100, " "), {
  params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS },
});

/** The last byte of the body never arrives, so a decoder stays in memory. */
const unfinished = Buffer.concat([
  Buffer.from(
    `POST /api/user/verify-code HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Encoding: br\r\nContent-Length: ${body.length + 1}\r\n\r\n`,
  ),
  body,
]);

const patienceMilliseconds = 10_000;

export const compressedBodies: Attack = {
  name: "compressed-bodies",
  checks:
    "small compressed bodies that become large: refused as 415, the product's memory stays bounded, other people sign in",
  usual: { calls: 200 },
  small: undefined,
  floor: { of: "sign-ins of other people", atLeast: () => 1 },
  async run(target, { calls }, report) {
    const [person] = await newPeople(target, 1);
    const others = target.prepare();
    const signIn = () =>
      others.call("POST", "/api/user/login", {
        source: person?.source ?? "",
        body: { email: person?.email, password },
      });
    const before = target.mebibytes();
    let most = before;
    let inside = 0;
    const connections = await allAtOnce(calls, () => RawConnection.open(target.product.url));
    const refused = allAtOnce(calls, async (n) => {
      const connection = connections[n] as RawConnection;
      const began = performance.now();
      connection.send(unfinished);
      await connection.until(() => statusesIn(connection.received).length > 0, patienceMilliseconds);
      const [status = 0] = statusesIn(connection.received);
      report.called(performance.now() - began, status);
      report.check(status === 415, `a compressed body was answered ${status}`);
    });
    const signedIn = await meanwhile(refused, signIn, ({ status }) => {
      most = Math.max(most, target.mebibytes());
      if (status === 200) inside += 1;
      report.check(status === 200, `somebody else's sign-in was answered ${status}`);
    });
    for (const connection of connections) connection.close();
    report.succeeded(inside);
    report.promised("memoryOfCompressedBodies", most - before);
    report.promised("signInWhileFlooded", percentile(signedIn, 0.95));
  },
};
