import { Navigate, type RouteObject, useLocation } from "react-router";
import { RequireSession } from "../app/guards/session-guards.tsx";
import { screen } from "../app/screens/screens.tsx";
import { Loader } from "../ui/progress/loader.tsx";
import { ConsumerLayout, type ScreenHandle } from "./layout/consumer-layout.tsx";
import { ErrorPage } from "./layout/error-page.tsx";
import { PasswordSteps } from "./layout/password-steps.tsx";
import { SessionPending, SignedOutScreens } from "./layout/session-screens.tsx";
import { screens } from "./screens.ts";

/** The old path of the confirmation link's screen. */
function VerifyRedirect() {
  const { search } = useLocation();
  return <Navigate to={`/user/verify-message${search}`} replace />;
}

/** A screen, and the screens that are likely to be opened from it. They are loaded in advance. */
const to = (name: keyof typeof screens, ...next: (keyof typeof screens)[]) => ({
  ...screen(screens[name]),
  handle: { next: next.map((likely) => screens[likely]) } satisfies ScreenHandle,
});

const signedOutScreens: RouteObject[] = [
  { path: "verify-age", ...to("verifyAge", "registration", "login") },
  { path: "registration", ...to("registration", "checkEmail", "login") },
  { path: "login", ...to("login", "activatePin", "pinAuthorization", "forgotPassword") },
  {
    element: <PasswordSteps />,
    children: [
      { path: "forgot-password", ...to("forgotPassword", "verifyCode") },
      { path: "verify-code", ...to("verifyCode", "resetPassword") },
    ],
  },
  { path: "reset-password", ...to("resetPassword", "resetPasswordMessage") },
];

const signedInScreens: RouteObject[] = [
  { path: "activate-pin", ...to("activatePin", "accountCreated") },
  { path: "account-created", ...to("accountCreated", "maximumDevices", "pinAuthorization") },
  { path: "pin-authorization", ...to("pinAuthorization", "addPin", "maximumDevices") },
  { path: "add-pin", ...to("addPin", "addedPin") },
  { path: "message-added-pin", ...to("addedPin", "pinAuthorization", "addPin") },
  { path: "maximum-number-devices", ...to("maximumDevices", "forgetDevice") },
  { path: "forget-device", ...to("forgetDevice", "deviceForgotten") },
  { path: "message-forget-device", ...to("deviceForgotten", "pinAuthorization") },
  // /login redirects a signed-in consumer to their start page.
  { index: true, element: <Navigate to="/login" replace /> },
  { path: "*", element: <Navigate to="/login" replace /> },
];

/**
 * The code of each screen is a chunk. It is loaded in advance if it is likely to be opened, or else when it is
 * opened.
 */
export const routes: RouteObject[] = [
  {
    element: <ConsumerLayout />,
    hydrateFallbackElement: (
      <div className="o-layout">
        <Loader />
      </div>
    ),
    errorElement: <ErrorPage />,
    children: [
      { index: true, ...to("landing", "verifyAge", "login") },
      { element: <SignedOutScreens />, children: signedOutScreens },
      // Not for signed-out visitors only: a consumer who is signed in while waiting here sees a separate
      // page.
      { path: "check-email", ...to("checkEmail", "verifyMessage", "login") },
      { path: "reset-password-message", ...to("resetPasswordMessage", "login") },
      { path: "expired-activation-link", ...to("expiredLink", "checkEmail", "login") },
      { path: "user/verify-message", ...to("verifyMessage", "login", "activatePin") },
      { path: "user/verify", element: <VerifyRedirect /> },
      {
        path: "user",
        element: <RequireSession loginPath="/login" undecided={<SessionPending />} />,
        children: signedInScreens,
      },
      { path: "404", ...to("notFound", "landing") },
      { path: "*", ...to("unknownPath") },
    ],
  },
];
