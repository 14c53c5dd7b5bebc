import { listAccounts } from '#tasks/accounts/list-accounts.ts'
import { createDraft } from '#tasks/posts/create-draft.ts'
import type { Place } from '../session/profile.ts'
import type { LinkedSession } from '../session/session.ts'
import type { SlackMessage } from '../show/blocks.ts'
import { drawPost } from '../show/post-card.ts'

interface NewDraft {
  readonly text: string
  /** Storage paths of files that were uploaded. */
  readonly media?: readonly string[]
}

/** Keeps a text as a draft for the default account of each network, and shows it with its buttons. */
export async function writeDraft(
  { linked: { api } }: LinkedSession,
  { profile, timezone }: Place,
  { text, media = [] }: NewDraft,
): Promise<SlackMessage> {
  const { accounts } = await listAccounts.run(api, { profile: profile.id })
  const post = await createDraft.run(api, {
    profile: profile.id,
    accounts: accounts.filter(({ isDefault }) => isDefault).map(({ id }) => id),
    content: text,
    media: media.map((storagePath) => ({ storagePath })),
  })
  return drawPost(post, timezone, `A draft in ${profile.name}`)
}
