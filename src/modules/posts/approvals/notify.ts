import type { Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import { queueMail } from '#modules/mail/index.ts'
import type { PostDeps } from '../deps.ts'
import type { PostRow } from '../store/posts.ts'
import type { ApprovalRule } from './rule.ts'
import { findPerson, listApprovers, readProfileName } from './store.ts'

type NotifyDeps = Pick<PostDeps, 'queue' | 'seal' | 'config'>

const beginChars = 200

/** Mails everybody who may approve a post, except its author and the person who asks. */
export async function mailApprovers(
  deps: NotifyDeps,
  tx: Tx,
  { post, rule, by, note }: { post: PostRow; rule: ApprovalRule; by: UserId; note: string | null },
): Promise<void> {
  const asker = await findPerson(tx, by)
  const values = { ...(await describe(deps, tx, post)), by: asker?.name ?? '', note: note ?? '' }
  for (const { uid, name, email } of await listApprovers(tx, post.profileId, rule.role)) {
    if (email === null || uid === by || uid === post.authorUid) continue
    await queueMail(deps, tx, { to: email, template: 'approval-requested', values: { ...values, name } })
  }
}

/** Mails the author of a post that it was approved or rejected. */
export async function mailAuthor(
  deps: NotifyDeps,
  tx: Tx,
  { post, by, outcome }: { post: PostRow; by: UserId; outcome: string },
): Promise<void> {
  const author = post.authorUid === null ? undefined : await findPerson(tx, post.authorUid)
  const decider = await findPerson(tx, by)
  if (!author?.email || author.uid === by) return
  const values = { ...(await describe(deps, tx, post)), name: author.name, by: decider?.name ?? '', outcome }
  await queueMail(deps, tx, { to: author.email, template: 'approval-decided', values })
}

const describe = async ({ config }: NotifyDeps, tx: Tx, post: PostRow) => ({
  profile: await readProfileName(tx, post.profileId),
  post: [...post.content].slice(0, beginChars).join(''),
  url: config.publicUrl,
})
