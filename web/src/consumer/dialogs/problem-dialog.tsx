import type { SignedInConsumer } from "@ornament/contracts/account/api";
import { telephoneLink } from "@ornament/contracts/values/brand";
import { useConsumer, useSession } from "../../app/app-hooks.ts";
import { useBrand } from "../../app/brand.ts";
import { Modal } from "../../ui/dialog/modal.tsx";
import { ButtonLink } from "../../ui/press/button-link.tsx";
import { SupportContact } from "../contact/contact.tsx";
import type { Problem } from "./problem-hashes.ts";

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
      {status === "signed-out" ? "Sign in" : label}
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
