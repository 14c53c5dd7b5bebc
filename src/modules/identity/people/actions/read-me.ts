import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { type PresentedUser, presentUser } from '../present.ts'
import { findUser } from '../store.ts'

/** Returns the caller's account. Refuses with `unauthenticated` if the account was deleted a moment ago. */
export async function readMe(db: Db, caller: Caller): Promise<PresentedUser> {
  return presentUser((await findUser(db, caller.uid)) ?? refuse('unauthenticated'))
}
