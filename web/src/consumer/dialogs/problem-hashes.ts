export interface Problem {
  title: string;
  text: string;
  /** Whether the consumer needs customer care to solve it. */
  contact: boolean;
}

const problems = {
  deactivated: { title: "The user is not active", text: "User has been deactivated", contact: true },
  lockedpin: { title: "The pin has been locked", text: "Ornament has been deactivated", contact: true },
  "maximum-number-devices": {
    title: "Number of allowed devices exceeded",
    text: "This ornament is already in use on the maximum number of devices. Sign in, choose the ornament and forget a device you no longer use.",
    contact: false,
  },
} as const satisfies Record<string, Problem>;

/** The problem that the video player reports in the hash when it sends the browser back. */
export function problemOf(hash: string): Problem | undefined {
  const name = hash.replace(/^#/, "");
  return Object.hasOwn(problems, name) ? problems[name as keyof typeof problems] : undefined;
}
