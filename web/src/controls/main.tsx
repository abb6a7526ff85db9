// The page of all controls in all states, at /controls while developing. The production build doesn't contain
// it.
import "./controls.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { Toasts } from "../ui/messages/toasts.tsx";
import { watchPresses } from "../ui/press/after-press.ts";
import { keepFocus } from "../ui/press/focus-keeper.ts";
import { ControlsPage } from "./controls-page.tsx";
import { themeOf } from "./theme.ts";

const theme = themeOf(window.location.search);
// Both themes style the same classes, so the page loads only one of them.
await (theme === "admin" ? import("../theme/admin.scss") : import("../theme/consumer.scss"));

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root");
keepFocus();
watchPresses();
createRoot(root).render(
  <StrictMode>
    <MemoryRouter>
      <Toasts>
        <ControlsPage theme={theme} />
      </Toasts>
    </MemoryRouter>
  </StrictMode>,
);
