/** What a page around sign-in says on the sign-in page it leads to; travels in the location's state. */
export interface DoorNotice {
  notice: string;
}

export const doorNotice = (notice: string): DoorNotice => ({ notice });

export const noticeOf = (state: unknown): string | undefined => (state as Partial<DoorNotice> | null)?.notice;
