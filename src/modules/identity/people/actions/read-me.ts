import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { type AnsweredUser, presentUser } from '../present.ts'
import { userOf } from '../store.ts'

/** Returns the caller's account. Refuses with `unauthenticated` if the account was deleted a moment ago. */
export async function readMe(db: Db, caller: Caller): Promise<AnsweredUser> {
  return presentUser((await userOf(db, caller.uid)) ?? refuse('unauthenticated'))
}
