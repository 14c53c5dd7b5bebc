import { listAccounts } from '#tasks/accounts/list-accounts.ts'
import { findPlace } from '../session/profile.ts'
import type { LinkedSession } from '../session/session.ts'
import { type Composer, drawComposer } from '../show/composer.ts'

interface Draft {
  readonly text?: string
  readonly profileId?: string
  readonly postId?: string
  readonly chosen?: readonly string[]
}

/** Draws the composer of a profile. A new post begins with the default account of each network. */
export async function prepareComposer(session: LinkedSession, draft: Draft = {}) {
  const { profiles, profile, timezone } = await findPlace(session, draft.profileId)
  const { accounts } = await listAccounts.run(session.linked.api, { profile: profile.id })
  const composer: Composer = {
    profiles: profiles.filter(({ role }) => role !== 'viewer'),
    profileId: profile.id,
    timezone,
    accounts,
    text: draft.text ?? '',
    chosen: draft.chosen ?? accounts.filter(({ isDefault }) => isDefault).map(({ id }) => id),
    postId: draft.postId ?? null,
  }
  return drawComposer(composer)
}
