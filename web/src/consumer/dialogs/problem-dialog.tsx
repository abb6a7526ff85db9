import type { SignedInConsumer } from "@ornament/contracts/api/consumer-session";
import { telephoneLink } from "@ornament/contracts/domain/brand";
import { useConsumer, useSession } from "../../app/app-hooks.ts";
import { useBrand } from "../../app/brand.ts";
import { Modal } from "../../ui/dialog/modal.tsx";
import { ButtonLink } from "../../ui/press/button-link.tsx";
import { SupportContact } from "../contact/contact.tsx";

/** Says what the video player reported, and leads to the screen that solves it. */
export function ProblemDialog(props: { problem: Problem | undefined; show: boolean; onClose: () => void }) {
  const { problem, show, onClose } = props;
  return (
    <Modal
      show={show}
      title={problem?.title}
      onClose={onClose}
      footer={problem?.name === "deactivated" ? <CallOrEmail /> : problem && <NextStep problem={problem} />}
    >
      <p>{problem?.text}</p>
      <p>{problem?.help}</p>
      {problem && problem.name !== "maximum-number-devices" && <SupportContact />}
    </Modal>
  );
}

function CallOrEmail() {
  const { supportEmail, supportPhone } = useBrand();
  return (
    <>
      <a className="btn btn-quiet" href={telephoneLink(supportPhone)}>
        Call us
      </a>
      <a className="btn btn-action" href={`mailto:${supportEmail}`}>
        Email us
      </a>
    </>
  );
}

/** A link to a screen under /user. A signed-out visitor signs in first and then comes to the screen. */
function NextStep({ problem }: { problem: Problem }) {
  const { status } = useSession();
  const { to, label } = nextStepAfter(problem, useConsumer());
  return (
    <ButtonLink to={to} tone="action" replace>
      {status === "signed-out" ? "Sign In" : label}
    </ButtonLink>
  );
}

function nextStepAfter({ name }: Problem, user: SignedInConsumer | undefined): { to: string; label: string } {
  if (name === "maximum-number-devices")
    return { to: "/user/forget-device", label: "Choose devices to forget" };
  const others = user?.pins.rows.some(({ blocked }) => !blocked) ?? true;
  return others
    ? { to: "/user/pin-authorization", label: "Choose another ornament" }
    : { to: "/user/add-pin", label: "Add an ornament" };
}

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
