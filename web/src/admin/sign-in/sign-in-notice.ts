/** A message for the sign-in page from the page before it, in the history state. */
export interface SignInNotice {
  notice: string;
}

export const signInNotice = (notice: string): SignInNotice => ({ notice });

export const noticeOf = (state: unknown): string | undefined =>
  (state as Partial<SignInNotice> | null)?.notice;
