import { type ComponentType, lazy, Suspense, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/modal.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { SupportContact } from "../contact/support-contact.tsx";
import type { DialogHash } from "./dialog-hash.ts";
import { isOpenedByLink } from "./dialog-link.tsx";
import { type Problem, problemOf } from "./problem-hashes.ts";

interface Page {
  title: string;
  Body: ComponentType;
}

const pages: Readonly<Record<DialogHash, Page>> = {
  "#how-it-works": {
    title: "How it works",
    Body: lazy(async () => ({ default: (await import("./how-it-works.tsx")).HowItWorks })),
  },
  "#faq": {
    title: "Questions and answers",
    Body: lazy(async () => ({ default: (await import("./faq.tsx")).Faq })),
  },
  "#support": {
    title: "We are here to help",
    Body: lazy(async () => ({ default: (await import("./support.tsx")).Support })),
  },
  "#privacy": {
    title: "Privacy policy",
    Body: lazy(async () => ({ default: (await import("./legal.tsx")).PrivacyPolicy })),
  },
  "#terms": {
    title: "Terms of use",
    Body: lazy(async () => ({ default: (await import("./legal.tsx")).TermsOfUse })),
  },
};

const namesPage = (hash: string): hash is DialogHash => Object.hasOwn(pages, hash);

/** Shows the dialog named by the address's hash, so that a link or a reload opens it and Back closes it. */
export function UrlHashDialogs() {
  const { hash, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const page = namesPage(hash) ? pages[hash] : undefined;
  const problem = problemOf(hash);
  // The last content stays visible while the dialog fades out.
  const lastPage = useRef(page);
  const lastProblem = useRef(problem);
  if (page) lastPage.current = page;
  if (problem) lastProblem.current = problem;
  const Body = lastPage.current?.Body;
  // The focused link of the previous dialog is gone, so the new dialog takes the focus.
  useEffect(() => {
    if (page) document.querySelector<HTMLElement>(".modal.show")?.focus();
  }, [page]);

  const close = () => {
    // Opened by a link on a screen: go back in the history, so that Back doesn't open the dialog again.
    if (page && isOpenedByLink(state)) void navigate(-1);
    else void navigate({ pathname, search }, { replace: true, preventScrollReset: true });
  };

  return (
    <>
      <Modal show={page !== undefined} title={lastPage.current?.title} onClose={close} size="lg">
        {Body && (
          <Suspense fallback={<Skeleton lines={9} />}>
            <Body />
          </Suspense>
        )}
      </Modal>
      <ProblemDialog problem={lastProblem.current} show={problem !== undefined} onClose={close} />
    </>
  );
}

function ProblemDialog(props: { problem: Problem | undefined; show: boolean; onClose: () => void }) {
  return (
    <Modal
      show={props.show}
      title={props.problem?.title}
      onClose={props.onClose}
      footer={
        <Button tone="action" onClick={props.onClose}>
          OK
        </Button>
      }
    >
      <p>{props.problem?.text}</p>
      {props.problem?.contact && <SupportContact />}
    </Modal>
  );
}
