import { Navigate, type RouteObject, useLocation } from "react-router";
import { RequireSession } from "../app/session-guards.tsx";
import { Loader } from "../ui/loader.tsx";
import { ConsumerLayout } from "./layout/consumer-layout.tsx";
import { ErrorPage } from "./layout/error-page.tsx";
import { SessionPending } from "./session/session-pending.tsx";
import { SignedOutScreens } from "./session/signed-out-screens.tsx";

/** The old path of the screen that the email's link opens. */
function VerifyRedirect() {
  const { search } = useLocation();
  return <Navigate to={`/user/verify-message${search}`} replace />;
}

const signedOutScreens: RouteObject[] = [
  {
    path: "verify-age",
    lazy: async () => ({ Component: (await import("./account/verify-age-page.tsx")).VerifyAgePage }),
  },
  {
    path: "registration",
    lazy: async () => ({ Component: (await import("./account/registration-page.tsx")).RegistrationPage }),
  },
  {
    path: "login",
    lazy: async () => ({ Component: (await import("./account/login-page.tsx")).LoginPage }),
  },
  {
    path: "forgot-password",
    lazy: async () => ({
      Component: (await import("./password/forgot-password-page.tsx")).ForgotPasswordPage,
    }),
  },
  {
    path: "verify-code",
    lazy: async () => ({ Component: (await import("./password/verify-code-page.tsx")).VerifyCodePage }),
  },
  {
    path: "reset-password",
    lazy: async () => ({ Component: (await import("./password/reset-password-page.tsx")).ResetPasswordPage }),
  },
];

const signedInScreens: RouteObject[] = [
  {
    path: "activate-pin",
    lazy: async () => ({ Component: (await import("./ornaments/activate-pin-page.tsx")).ActivatePinPage }),
  },
  {
    path: "account-created",
    lazy: async () => ({
      Component: (await import("./ornaments/account-created-page.tsx")).AccountCreatedPage,
    }),
  },
  {
    path: "pin-authorization",
    lazy: async () => ({
      Component: (await import("./ornament-selection/pin-authorization-page.tsx")).PinAuthorizationPage,
    }),
  },
  {
    path: "add-pin",
    lazy: async () => ({ Component: (await import("./ornaments/add-pin-page.tsx")).AddPinPage }),
  },
  {
    path: "message-added-pin",
    lazy: async () => ({ Component: (await import("./ornaments/added-pin-page.tsx")).AddedPinPage }),
  },
  {
    path: "maximum-number-devices",
    lazy: async () => ({
      Component: (await import("./devices/maximum-devices-page.tsx")).MaximumDevicesPage,
    }),
  },
  {
    path: "forget-device",
    lazy: async () => ({ Component: (await import("./devices/forget-device-page.tsx")).ForgetDevicePage }),
  },
  {
    path: "message-forget-device",
    lazy: async () => ({
      Component: (await import("./devices/device-forgotten-page.tsx")).DeviceForgottenPage,
    }),
  },
  // /login redirects a signed-in consumer to their start page.
  { index: true, element: <Navigate to="/login" replace /> },
  { path: "*", element: <Navigate to="/login" replace /> },
];

/** Each screen is a chunk of its own that loads when it is opened. */
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
      {
        index: true,
        lazy: async () => ({ Component: (await import("./landing/landing-page.tsx")).LandingPage }),
      },
      { element: <SignedOutScreens />, children: signedOutScreens },
      // Not for signed-out visitors only: it has a page of its own for somebody who is signed in while they wait there.
      {
        path: "check-email",
        lazy: async () => ({ Component: (await import("./account/check-email-page.tsx")).CheckEmailPage }),
      },
      {
        path: "reset-password-message",
        lazy: async () => ({
          Component: (await import("./password/reset-password-message-page.tsx")).ResetPasswordMessagePage,
        }),
      },
      {
        path: "expired-activation-link",
        lazy: async () => ({ Component: (await import("./account/expired-link-page.tsx")).ExpiredLinkPage }),
      },
      {
        path: "user/verify-message",
        lazy: async () => ({
          Component: (await import("./account/verify-message-page.tsx")).VerifyMessagePage,
        }),
      },
      { path: "user/verify", element: <VerifyRedirect /> },
      {
        path: "user",
        element: <RequireSession loginPath="/login" undecided={<SessionPending />} />,
        children: signedInScreens,
      },
      {
        path: "404",
        lazy: async () => ({ Component: (await import("./layout/not-found-page.tsx")).NotFoundPage }),
      },
      {
        path: "*",
        lazy: async () => ({ Component: (await import("./layout/not-found-page.tsx")).UnknownPath }),
      },
    ],
  },
];
