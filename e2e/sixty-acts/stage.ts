import { parsePinCode, pinIdOf } from "@ornament/contracts/domain/pin-code";
import { adminEmail, adminPassword } from "@ornament/testing/product/running-product";
import { Person } from "./person.ts";

/** The browsers and network addresses of the five actors. The addresses are from the ranges for documents. */
const places = {
  ada: {
    userAgent:
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
    browser: "Chrome on Windows",
    address: "203.0.113.10",
  },
  ben: {
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0",
    browser: "Firefox on Linux",
    address: "203.0.113.20",
  },
  cleo: {
    userAgent:
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0",
    browser: "Microsoft Edge on Windows",
    address: "198.51.100.7",
  },
  paula: {
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    browser: "Safari on iPhone",
    address: "192.0.2.44",
  },
  quinn: {
    userAgent:
      "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
    browser: "Chrome on Pixel 8",
    address: "2001:db8::5",
  },
} as const;

export type ActorName = keyof typeof places;

/** What the acts know of each other: the people, and the ids that the product gave. */
export class Stage {
  readonly people: Readonly<Record<ActorName, Person>>;
  readonly url: string;
  /** The ids of accounts, devices and imports that have no person here. */
  readonly ids = new Map<string, number | string>();

  constructor(url: string) {
    this.url = url;
    const latest = { position: null };
    const person = (name: ActorName, email: string, password: string) =>
      new Person(url, latest, { email, password, place: places[name] });
    this.people = {
      ada: person("ada", adminEmail, adminPassword),
      ben: person("ben", "ben.frost@ornament.test", "Ben-Frost-2026"),
      cleo: person("cleo", "cleo.winter@ornament.test", "Cleo-Winter-2026"),
      paula: person("paula", "paula.pine@example.com", "Paula-Pine-2026"),
      quinn: person("quinn", "quinn.fir@example.com", "Quinn-Fir-2026"),
    };
  }

  /** The name of a person, a PIN, a setting or the import in the filters of the log. */
  subjectOf(name: string): string {
    if (name === "paula" || name === "quinn") return `consumer-${this.people[name].id}`;
    if (name.startsWith("setting-")) return name;
    const id = this.ids.get(name);
    if (id === undefined) return `pin-${name.replace("-", "")}`;
    return name === "import" ? `import-${id}` : `admin-${id}`;
  }

  /** The same by the texts of the screen. */
  subjectsOnScreen(): ReadonlyMap<string, string> {
    const { ada, ben, cleo, paula } = this.people;
    return new Map([
      [ada.email, this.subjectOf("ada")],
      [ben.email, this.subjectOf("ben")],
      [cleo.email, this.subjectOf("cleo")],
      ["dora.snow@ornament.test", this.subjectOf("dora")],
      [paula.email, this.subjectOf("paula")],
      ["Number of devices", "setting-numberDevices"],
      ["Player link", "setting-playerUrl"],
      ["Import", this.subjectOf("import")],
    ]);
  }

  /** @param pin XXXX-XXX */
  pinId(pin: string): number {
    return pinIdOf(parsePinCode(pin) ?? "");
  }
}
