import { useLocation, useNavigate } from "react-router";

/** For a navigation's `state`: what the page that it leads to says, such as why another page was not opened. */
export const withNotice = (pageNotice: string) => ({ pageNotice });

/** What the navigation that led here has to say, and what removes it. */
export function usePageNotice(): [string | undefined, () => void] {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const { pageNotice } = (state ?? {}) as Partial<ReturnType<typeof withNotice>>;
  const dismiss = () =>
    void navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true });
  return [pageNotice, dismiss];
}
