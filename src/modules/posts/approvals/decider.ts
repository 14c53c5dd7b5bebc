import type { GuestId, UserId } from '#kernel/ids.ts'

/** The member or the guest who decided. */
export type Decider =
  | { readonly uid: UserId; readonly guestId?: never }
  | { readonly uid: null; readonly guestId: GuestId; readonly name: string }

/** Returns the fields of an event that name who decided. */
export const nameDecider = ({ uid, guestId }: Decider) =>
  guestId === undefined ? { byUid: uid } : { byUid: null, guestId }
