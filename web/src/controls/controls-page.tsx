import { useEffect } from "react";
import { Steps } from "../ui/progress/steps.tsx";
import { Buttons } from "./buttons.tsx";
import { Examples } from "./example.tsx";
import { Choices, PasswordAndPinFields, TextFields } from "./fields.tsx";
import { Dialogs, Loading, Messages } from "./messages.tsx";
import { Tables } from "./tables.tsx";
import { type Theme, themes } from "./theme.ts";

const sections = [
  { title: "Buttons", Content: Buttons },
  { title: "Text fields", Content: TextFields },
  { title: "Passwords and PINs", Content: PasswordAndPinFields },
  { title: "Choices", Content: Choices },
  { title: "Messages", Content: Messages },
  { title: "Dialogs", Content: Dialogs },
  { title: "Loading", Content: Loading },
] as const;

/** Every control in every state. Only for development. */
export function ControlsPage({ theme }: { theme: Theme }) {
  // A banner scrolls into view when it appears. This page must begin at its top.
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <main className="controls">
      <header>
        <h1>Every control in every state</h1>
        <nav aria-label="Theme">
          {(Object.keys(themes) as Theme[]).map((name) => (
            <a
              key={name}
              href={`/controls/?theme=${name}`}
              aria-current={name === theme ? "page" : undefined}
            >
              {themes[name]}
            </a>
          ))}
        </nav>
        <p>The consumer site’s cards are dark if the device prefers dark colours.</p>
      </header>
      {sections.map(({ title, Content }) => (
        <Examples key={title} title={title} theme={theme}>
          <Content theme={theme} />
        </Examples>
      ))}
      {theme === "consumer" ? (
        <Examples title="Steps" theme={theme}>
          <Steps current="Email" />
        </Examples>
      ) : (
        <Tables />
      )}
    </main>
  );
}
