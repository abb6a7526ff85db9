import { en, Faker } from "@faker-js/faker";
import { limits } from "@ornament/contracts/domain/limits";
import { parsePinCode, pinCodeOf } from "@ornament/contracts/domain/pin-code";

export interface DemoDevice {
  userAgent: string;
  name: string | undefined;
}

export interface DemoOrnament {
  name: string;
  devices: DemoDevice[];
  /** The comment with which an admin deactivates the PIN at the end. */
  blockedWith: string | undefined;
}

export interface DemoConsumer {
  email: string;
  marketingEmail: boolean;
  confirmed: boolean;
  ornaments: DemoOrnament[];
}

const userAgents = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Linux; Android 14; SM-S921U) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
  "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0",
];

const nicknames = [
  "Living room",
  "Grandma's",
  "Kids' tree",
  "Jingle",
  "Sparkle",
  "Rudolph",
  "Big red",
  "Window",
];
const deviceNames = ["Mom's phone", "Dad's phone", "Family tablet", "Kitchen iPad", "Old laptop"];
const comments = [
  "Reported lost by the owner",
  "Returned to the shop",
  "Duplicate of another order",
  "Batch recalled, replacement on its way",
  "Asked for by the owner on the phone, ticket closed",
];

/** Believable people and PINs; the same seed draws the same ones. */
export class DemoWorld {
  readonly #faker = new Faker({ locale: [en] });
  readonly #codes = new Set<string>();

  constructor(seed: number) {
    this.#faker.seed(seed);
  }

  pinCode(): string {
    for (;;) {
      const code = parsePinCode(pinCodeOf(this.#faker.number.int({ min: 36 ** 6, max: 36 ** 7 - 1 })));
      if (code === undefined || this.#codes.has(code)) continue;
      this.#codes.add(code);
      return code;
    }
  }

  batchName(): string {
    return `${this.#faker.helpers.arrayElement(["Retail", "Online", "Gift shop"])} ${this.#faker.location.city()}`;
  }

  /**
   * @param ornaments the number of PINs that are left, the most that this consumer can get
   */
  consumer(number: number, ornaments: number): DemoConsumer {
    const faker = this.#faker;
    const confirmed = faker.datatype.boolean(0.92);
    const wanted = faker.helpers.weightedArrayElement([
      { weight: 12, value: 0 },
      { weight: 66, value: 1 },
      { weight: 16, value: 2 },
      { weight: 6, value: 3 },
    ]);
    const count = confirmed ? Math.min(wanted, ornaments) : 0;
    const local = `${faker.person.firstName()}.${faker.person.lastName()}`
      .toLowerCase()
      .replace(/[^a-z.]/g, "");
    return {
      email: `${local}.${number}${faker.number.int({ min: 10, max: 99 })}@${faker.helpers.arrayElement(["example.com", "example.org", "mail.example.net"])}`,
      marketingEmail: faker.datatype.boolean(0.35),
      confirmed,
      ornaments: Array.from({ length: count }, () => this.#ornament()),
    };
  }

  #ornament(): DemoOrnament {
    const faker = this.#faker;
    return {
      name: faker.datatype.boolean(0.7) ? faker.helpers.arrayElement(nicknames) : "",
      devices: Array.from({ length: faker.number.int({ min: 1, max: limits.defaultDeviceLimit }) }, () => ({
        userAgent: faker.helpers.arrayElement(userAgents),
        name: faker.datatype.boolean(0.3) ? faker.helpers.arrayElement(deviceNames) : undefined,
      })),
      blockedWith: faker.datatype.boolean(0.05) ? faker.helpers.arrayElement(comments) : undefined,
    };
  }
}
