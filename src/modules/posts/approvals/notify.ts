import type { Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import { type InEvery, type Language, languageOf } from '#kernel/language.ts'
import { postPage } from '#kernel/pages.ts'
import { queueMail, takeSenderAllowance } from '#modules/mail/index.ts'
import { noticeApproval } from '#modules/notices/index.ts'
import type { PostDeps } from '../deps.ts'
import type { PostRow } from '../store/posts.ts'
import { shownFile, shownView } from '../thumbnails.ts'
import type { Decider } from './decider.ts'
import { type Approver, findPerson, readProfileName } from './store.ts'

type NotifyDeps = Pick<PostDeps, 'queue' | 'seal' | 'config' | 'clock'>

const beginChars = 200

/** Emails those who can approve a post now, except the person who asks. */
export async function mailApprovers(
  deps: NotifyDeps,
  tx: Tx,
  {
    post,
    approvers: all,
    by,
    note,
  }: { post: PostRow; approvers: readonly Approver[]; by: UserId; note: string | null },
): Promise<void> {
  const asker = await findPerson(tx, by)
  const values = { ...(await describe(deps, tx, post)), by: asker?.name ?? '', note: note ?? '' }
  const approvers = all.filter(({ uid }) => uid !== by)
  const { id: postId, profileId } = post
  const to = approvers.map(({ uid }) => uid)
  const about = { kind: 'approval_requested', postId, profileId, byName: values.by, note } as const
  const wanted = await noticeApproval(deps, tx, { ...about, to })
  const picture = shownFile(post.media[0])
  const view = shownView(post.media[0])
  for (const { uid, name, email, locale } of approvers) {
    const unsubscribeUrl = wanted.get(uid)
    if (email === null || unsubscribeUrl === undefined) continue
    const mail = {
      to: email,
      locale,
      template: 'approval-requested',
      picture,
      view,
      speaker: by,
      unsubscribeUrl,
    } as const
    await queueMail(deps, tx, { ...mail, values: { ...values, name, unsubscribeUrl } })
  }
}

/** The reason for a rejection. Null for an approval. */
type Decision = { readonly rejectedBecause: string | null }

/** Sentences that follow the name of the person who decided. */
const decisions: InEvery<{ readonly approved: string; readonly rejected: (reason: string) => string }> = {
  en: {
    approved: 'It’s approved and will be published as scheduled.',
    rejected: (reason) => `It was rejected: ${reason}`,
  },
  de: {
    approved: 'Er ist freigegeben und erscheint wie geplant.',
    rejected: (reason) => `Er wurde abgelehnt: ${reason}`,
  },
  es: {
    approved: 'Está aprobada y saldrá a la hora prevista.',
    rejected: (reason) => `La rechazó: ${reason}`,
  },
  fr: {
    approved: 'Elle est approuvée et partira à l’heure prévue.',
    rejected: (reason) => `Elle est refusée : ${reason}`,
  },
}

function sayDecision({ rejectedBecause: reason }: Decision, language: Language): string {
  const { approved, rejected } = decisions[language]
  return reason === null ? approved : rejected(reason)
}

/** Emails the author of a post that it was approved or rejected. A decision counts whether or not the email is sent. */
export async function mailAuthor(
  deps: NotifyDeps,
  tx: Tx,
  { post, by, decision }: { post: PostRow; by: Decider; decision: Decision },
): Promise<void> {
  const author = post.authorUid === null ? undefined : await findPerson(tx, post.authorUid)
  if (!author || author.uid === by.uid) return
  const byName = by.uid === null ? by.name : ((await findPerson(tx, by.uid))?.name ?? '')
  const { rejectedBecause: note } = decision
  const kind = note === null ? 'post_approved' : 'post_rejected'
  const about = { kind, postId: post.id, profileId: post.profileId, byName, note } as const
  const wanted = await noticeApproval(deps, tx, { ...about, to: [author.uid] })
  const unsubscribeUrl = wanted.get(author.uid)
  if (author.email === null || unsubscribeUrl === undefined) return
  if ((await takeSenderAllowance(tx, by.uid ?? by.guestId, 'approval-decided', deps.clock.now())).kind === 'used-up')
    return
  const { name, email: to, locale } = author
  const outcome = sayDecision(decision, languageOf(locale))
  const values = { ...(await describe(deps, tx, post)), name, by: byName, outcome, unsubscribeUrl }
  const picture = shownFile(post.media[0])
  const view = shownView(post.media[0])
  await queueMail(deps, tx, { to, locale, template: 'approval-decided', values, picture, view, unsubscribeUrl })
}

const describe = async ({ config }: NotifyDeps, tx: Tx, post: PostRow) => ({
  profile: await readProfileName(tx, post.profileId),
  post: [...post.content].slice(0, beginChars).join(''),
  link: postPage(config, post.profileId, post.id),
  url: config.publicUrl,
})
