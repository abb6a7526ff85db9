import { type ComponentType, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { loadLater } from "../../app/screens/load-later.tsx";
import { Modal } from "../../ui/dialog/modal.tsx";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import { type DialogHash, isOpenedByLink } from "./dialog-link.tsx";
import { dialogParts } from "./dialog-parts.ts";
import { ProblemDialog } from "./problem-dialog.tsx";
import { problemOf } from "./problem-hashes.ts";

interface Page {
  title: string;
  Body: ComponentType;
  /** The class of the dialog's surface. */
  surface?: string;
}

const waiting = <Skeleton lines={9} />;

const pages: Readonly<Record<DialogHash, Page>> = {
  "#how-it-works": {
    title: "How it works",
    surface: "o-night",
    Body: loadLater(dialogParts.howItWorks, waiting),
  },
  "#faq": { title: "Questions and answers", Body: loadLater(dialogParts.faq, waiting) },
  "#support": { title: "We are here to help", Body: loadLater(dialogParts.support, waiting) },
  "#privacy": { title: "Privacy policy", Body: loadLater(dialogParts.privacy, waiting) },
  "#terms": { title: "Terms of use", Body: loadLater(dialogParts.terms, waiting) },
};

const namesPage = (hash: string): hash is DialogHash => Object.hasOwn(pages, hash);

/** Shows the dialog that the URL's hash names, so that a link or a reload opens it and Back closes it. */
export function UrlHashDialogs() {
  const { hash, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const page = namesPage(hash) ? pages[hash] : undefined;
  const problem = problemOf(hash);
  // The last dialog stays visible while it fades out.
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
      <Modal
        show={page !== undefined}
        title={lastPage.current?.title}
        onClose={close}
        size="lg"
        surface={lastPage.current?.surface}
      >
        {Body && <Body />}
      </Modal>
      <ProblemDialog problem={lastProblem.current} show={problem !== undefined} onClose={close} />
    </>
  );
}
