import { useState } from "react";
import { ConfirmDialog } from "../ui/dialog/confirm-dialog.tsx";
import { Modal } from "../ui/dialog/modal.tsx";
import { ErrorSummary } from "../ui/form-fields/error-summary.tsx";
import { Banner } from "../ui/messages/banner.tsx";
import { EmptyState } from "../ui/messages/empty-state.tsx";
import { useToast, useUndoToast } from "../ui/messages/toasts.tsx";
import { Button } from "../ui/press/button.tsx";
import { Loader } from "../ui/progress/loader.tsx";
import { Skeleton } from "../ui/progress/skeleton.tsx";
import { Example } from "./example.tsx";

const errors = [{ message: "Email: Required" }, { message: "Password: At least 8 characters" }];

const exampleOfUndo = {
  of: "example",
  run: async () => ({ done: "The deactivation of ABCD-123 is undone." }),
};

export function Messages() {
  const toast = useToast();
  const offerUndo = useUndoToast();
  return (
    <>
      <Example state="Banners">
        <Banner tone="success">Account successfully updated.</Banner>
        <Banner tone="error">No connection. Please check your internet and try again.</Banner>
        <Banner tone="notice">Saved, list is updating</Banner>
      </Example>
      <Example state="Errors of a form">
        <ErrorSummary errors={errors} attempt={0} />
      </Example>
      <Example state="Toasts">
        <div className="o-row">
          <Button tone="quiet" onClick={() => toast("Your account was deleted.")}>
            Show a toast
          </Button>
          <Button tone="quiet" onClick={() => toast("The mail was not sent.", "error")}>
            Show a toast about an error
          </Button>
          <Button tone="quiet" onClick={() => offerUndo("The PIN ABCD-123 was deactivated.", exampleOfUndo)}>
            Show a toast with an undo
          </Button>
        </div>
      </Example>
      <Example state="Nothing to show">
        <EmptyState action={<Button tone="quiet">Add a PIN</Button>}>You have no ornament yet.</EmptyState>
      </Example>
    </>
  );
}

export function Loading() {
  return (
    <>
      <Example state="Page">
        <Loader />
      </Example>
      <Example state="Text">
        <Skeleton lines={4} />
      </Example>
    </>
  );
}

type Open = "question" | "danger" | "busy" | "error" | "long";

const labels: Record<Open, string> = {
  question: "Question",
  danger: "Dangerous action",
  busy: "Busy",
  error: "With an error",
  long: "Long text",
};

export function Dialogs() {
  const [open, setOpen] = useState<Open>();
  // A busy dialog can't be closed, so this one stops being busy.
  const [busy, setBusy] = useState(false);
  const close = () => setOpen(undefined);
  const start = (which: Open) => {
    setOpen(which);
    if (which !== "busy") return;
    setBusy(true);
    setTimeout(() => setBusy(false), 2000);
  };
  return (
    <>
      <div className="o-row">
        {(Object.keys(labels) as Open[]).map((which) => (
          <Button key={which} tone="quiet" onClick={() => start(which)}>
            {labels[which]}
          </Button>
        ))}
      </div>
      <ConfirmDialog
        show={open !== undefined && open !== "long"}
        title="Deactivate ABCD-123?"
        confirmLabel="Deactivate"
        danger={open === "danger"}
        busy={open === "busy" && busy}
        error={open === "error" ? "This PIN is already deactivated." : undefined}
        onConfirm={close}
        onCancel={close}
      >
        <p>The ornament cannot be used until it is activated again.</p>
      </ConfirmDialog>
      <Modal show={open === "long"} title="A dialog with a long text" size="lg" onClose={close}>
        {Array.from({ length: 12 }, (_, paragraph) => `paragraph-${paragraph}`).map((key) => (
          <p key={key}>
            This text is longer than the screen is high. It scrolls inside the dialog, with the mouse, a
            finger or the keyboard, while title and cross stay where they are.
          </p>
        ))}
      </Modal>
    </>
  );
}
