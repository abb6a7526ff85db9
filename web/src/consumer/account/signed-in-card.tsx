import { useState } from "react";
import { useAppDispatch, useConsumer } from "../../app/app-hooks.ts";
import { chunk } from "../../app/loading/chunk.ts";
import { usePreload } from "../../app/loading/preload.ts";
import { useDialogCode } from "../../app/screens/load-later.tsx";
import { signOut } from "../../app/session/session-actions.ts";
import { Button } from "../../ui/press/button.tsx";
import { DialogLink } from "../dialogs/dialog-link.tsx";
import { ConsumerCard, type ConsumerCardProps } from "../layout/card.tsx";

/** The code of the dialog "Your account". */
const accountSettings = chunk(async () => (await import("./account-settings.tsx")).AccountSettings);

const accountParts = [accountSettings];

/**
 * A screen of a signed-in consumer: the footer shows the email address, the account settings and sign-out.
 */
export function SignedInCard(props: Omit<ConsumerCardProps, "footer">) {
  return <ConsumerCard {...props} footer={<SignedInFooter />} />;
}

function SignedInFooter() {
  const user = useConsumer();
  const dispatch = useAppDispatch();
  const [leaving, setLeaving] = useState(false);
  const [settings, setSettings] = useState(false);
  const AccountSettings = useDialogCode(accountSettings, settings, {
    giveUp: () => setSettings(false),
    tryAgain: () => setSettings(true),
  });
  usePreload(accountParts);
  const leave = () => {
    setLeaving(true);
    void dispatch(signOut());
  };
  return (
    <>
      <p className="text-body-secondary o-footer-line">
        Signed in as <span className="o-keep-together">{user?.email}</span>
      </p>
      <Button tone="plain" onClick={() => setSettings(true)}>
        Your account
      </Button>
      <Button tone="plain" busy={leaving} onClick={leave}>
        Sign out
      </Button>
      <DialogLink to="#support">Need help?</DialogLink>
      {user && settings && AccountSettings && (
        <AccountSettings user={user} onClose={() => setSettings(false)} />
      )}
    </>
  );
}
