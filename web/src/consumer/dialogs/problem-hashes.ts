type ProblemName = "deactivated" | "lockedpin" | "maximum-number-devices";

export interface Problem {
  name: ProblemName;
  title: string;
  text: string;
  /** An explanation of the problem, and what to do about it. */
  help: string;
}

// The titles, and the texts that say what has been deactivated, are fixed.
const problems: Readonly<Record<ProblemName, Omit<Problem, "name">>> = {
  deactivated: {
    title: "The user is not active",
    text: "User has been deactivated",
    help: "The account that added this device was deleted, so its videos can’t be shown. If you did not delete it, email or call us.",
  },
  lockedpin: {
    title: "The pin has been locked",
    text: "Ornament has been deactivated",
    help: "Our support team has deactivated this ornament, so its videos can’t be shown. If you did not expect this, tell us and we will help. Please have its PIN ready.",
  },
  "maximum-number-devices": {
    title: "Number of allowed devices exceeded",
    text: "This ornament is already used on as many phones and tablets as it allows.",
    help: "Forget a device that you no longer use, and this one takes its place.",
  },
};

/** The problem that the video player reports in the hash when it sends the browser back. */
export function problemOf(hash: string): Problem | undefined {
  const name = hash.replace(/^#/, "");
  return isProblem(name) ? { name, ...problems[name] } : undefined;
}

const isProblem = (name: string): name is ProblemName => Object.hasOwn(problems, name);
