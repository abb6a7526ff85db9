import { useLocation, useNavigate } from "react-router";

/** For a navigation's `state`: a message on the next page, such as why another page was not opened. */
export const withNotice = (pageNotice: string) => ({ pageNotice });

/** The message of the navigation that led here, and the function that removes it. */
export function usePageNotice(): [string | undefined, () => void] {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const { pageNotice } = (state ?? {}) as Partial<ReturnType<typeof withNotice>>;
  const dismiss = () =>
    void navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true });
  return [pageNotice, dismiss];
}
