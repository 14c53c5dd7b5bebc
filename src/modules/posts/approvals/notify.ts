import type { Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import { languageOf } from '#kernel/language.ts'
import { queueMail, takeSenderAllowance } from '#modules/mail/index.ts'
import type { PostDeps } from '../deps.ts'
import { hasWritten } from '../draft/editors.ts'
import type { PostRow } from '../store/posts.ts'
import type { ApprovalRule } from './rule.ts'
import { findPerson, listApprovers, readProfileName } from './store.ts'

type NotifyDeps = Pick<PostDeps, 'queue' | 'seal' | 'config' | 'clock'>

const beginChars = 200

/** Emails everyone who may approve a post, except its writers and the person who asks. */
export async function mailApprovers(
  deps: NotifyDeps,
  tx: Tx,
  { post, rule, by, note }: { post: PostRow; rule: ApprovalRule; by: UserId; note: string | null },
): Promise<void> {
  const asker = await findPerson(tx, by)
  const values = { ...(await describe(deps, tx, post)), by: asker?.name ?? '', note: note ?? '' }
  for (const { uid, name, email, locale } of await listApprovers(tx, post.profileId, rule.role)) {
    if (email === null || uid === by || hasWritten(post, uid)) continue
    await queueMail(deps, tx, { to: email, locale, template: 'approval-requested', values: { ...values, name } })
  }
}

/** The reason for a rejection. Null for an approval. */
type Decision = { readonly rejectedBecause: string | null }

function sayDecision({ rejectedBecause: reason }: Decision, language: string): string {
  if (language === 'de')
    return reason === null ? 'Er ist freigegeben und erscheint zu seiner Zeit.' : `Er ist abgelehnt: ${reason}`
  return reason === null ? 'It is approved and will be published at its scheduled time.' : `It is rejected: ${reason}`
}

/** Emails the author of a post that it was approved or rejected. A decision counts whether or not the email is sent. */
export async function mailAuthor(
  deps: NotifyDeps,
  tx: Tx,
  { post, by, decision }: { post: PostRow; by: UserId; decision: Decision },
): Promise<void> {
  const author = post.authorUid === null ? undefined : await findPerson(tx, post.authorUid)
  const decider = await findPerson(tx, by)
  if (!author?.email || author.uid === by) return
  if ((await takeSenderAllowance(tx, by, 'approval-decided', deps.clock.now())).kind === 'used-up') return
  const { name, email: to, locale } = author
  const outcome = sayDecision(decision, languageOf(locale))
  const values = { ...(await describe(deps, tx, post)), name, by: decider?.name ?? '', outcome }
  await queueMail(deps, tx, { to, locale, template: 'approval-decided', values })
}

const describe = async ({ config }: NotifyDeps, tx: Tx, post: PostRow) => ({
  profile: await readProfileName(tx, post.profileId),
  post: [...post.content].slice(0, beginChars).join(''),
  url: config.publicUrl,
})
