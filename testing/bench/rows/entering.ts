import { devices } from "@ornament/testing/people/ornaments";
import { newParent } from "@ornament/testing/people/parents";
import { inBatches } from "@ornament/testing/suites/in-batches";
import { p95Of } from "../measure/one-by-one.ts";
import { SignedIn } from "../product/signed-in.ts";
import { freeCodes } from "../seed/people.ts";
import type { Row } from "./row.ts";

const warmUps = 20;
const preparedAtOnce = 8;

/** New parents enter a PIN with a new device. One request adds the ornament and binds the device. */
export const entering: Row = {
  name: "entering",
  needs: "filled",
  async measure({ product, sizes }) {
    const { url } = product.running;
    const count = sizes.quick ? 20 : 300;
    const codes = freeCodes(product.people);
    const parents = await inBatches(warmUps + count, preparedAtOnce, (n) =>
      newParent(product.api, url, `parent.${n}@example.org`),
    );
    const measured = await p95Of(count, warmUps, async (n) => {
      const parent = parents[n];
      if (!parent) throw new Error("There are fewer parents than calls");
      const { id, email, token } = parent;
      const calls = new SignedIn(url, [token]);
      const { body } = await calls.call("PUT", "/api/user/activate-pin", {
        userId: id,
        email,
        pin: [{ pin: codes[n], name: "Tree" }],
        device: devices.iPhone.userAgent,
      });
      calls.close();
      if (!body.binding?.device?.deviceToken) throw new Error(`No device was bound: ${JSON.stringify(body)}`);
    });
    return [
      { what: "A PIN entered, ornament and device bound: p95", measured, unit: "ms", bound: { atMost: 60 } },
    ];
  },
};
