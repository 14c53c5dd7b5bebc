import type { Id } from '#kernel/ids.ts'
import { escapeTags } from '#kernel/text/escape-html.ts'
import { findAlert, listAdministrators } from '#modules/alerts/index.ts'
import { headOfAlert, shorten, titleOfNetwork } from '../../words.ts'
import { readRefusal } from '../drafts/show-post.ts'
import { listShownAccounts, showCard } from '../show/card.ts'
import { type Buttons, sendTo } from '../show/reply.ts'
import { lossTexts } from '../show/texts.ts'
import type { Notice } from '../store/notices.ts'
import type { Actor } from './actor.ts'
import { actorOf, type Replies, type Talk } from './talk.ts'

/** Tells a chat what happened, in the words that its user may read. Nothing is told about a post that is hidden from them. */
export async function tellNotice(talk: Talk, notice: Notice): Promise<Replies> {
  const { chat } = talk
  if (!chat || notice.byUid === chat.uid) return []
  const loss = lossTexts[notice.kind]
  if (loss) return [sendTo(talk.lane.chatId, { html: loss })]
  if (notice.alertId) return tellOfAlert(talk, chat.uid, notice.kind, notice.alertId)
  const actor = await actorOf(talk, chat)
  if (!actor) return []
  if (notice.accountId) return tellOfAccount(talk, actor, notice.accountId)
  return notice.postId ? tellOfPost(talk, actor, notice.kind, notice.postId) : []
}

async function tellOfPost(talk: Talk, actor: Actor, kind: string, postId: string): Promise<Replies> {
  const post = await actor.api.getPost({ id: postId }).catch(readRefusal)
  if (typeof post === 'string') return []
  if (kind === 'post.approval_requested') return askForApproval(talk, actor, post)
  const accounts = await listShownAccounts(actor, post.profileId)
  const card = showCard(post, accounts, actor)
  const head = heads[kind]
  return [sendTo(talk.lane.chatId, { html: head ? `${head}\n\n${card.html}` : card.html, buttons: card.buttons })]
}

/** The words before the post, where its status does not say it. */
const heads: Readonly<Record<string, string>> = {
  'post.approved': 'Your post was approved.',
  'post.rejected': 'Your post was rejected. It is a draft again.',
  'post.needs_attention':
    'It is unclear whether this post was published. Check the network, then report in Posthorn what you found.',
}

type Post = Awaited<ReturnType<Actor['api']['getPost']>>

async function askForApproval({ lane }: Talk, { api }: Actor, { id, content }: Post): Promise<Replies> {
  const approvals = await api.getPostApprovals({ id }).catch(readRefusal)
  if (typeof approvals === 'string' || !approvals.contentHash) return []
  const hash = approvals.contentHash.slice(0, 16)
  const buttons: Buttons = [
    [
      { text: 'Approve', data: `yes:${id}:${hash}` },
      { text: 'Reject', data: `no:${id}` },
    ],
  ]
  return [
    sendTo(lane.chatId, { html: `<b>Waits for your approval</b>\n\n${escapeTags(shorten(content, 1_500))}`, buttons }),
  ]
}

async function tellOfAccount({ deps, lane }: Talk, { api }: Actor, id: string): Promise<Replies> {
  const account = await api.getConnection({ accountId: id }).catch(readRefusal)
  if (typeof account === 'string') return []
  const name = `${titleOfNetwork(account.network)} ${account.handle}`
  const buttons: Buttons = deps.config.publicUrl.startsWith('https:')
    ? [[{ text: 'Open Posthorn', url: `${deps.config.publicUrl}/connections` }]]
    : []
  const html = `<b>${escapeTags(name)} needs a reconnect</b>\n\nIts posts wait until you connect it again in Posthorn.`
  return [sendTo(lane.chatId, { html, buttons })]
}

async function tellOfAlert({ deps, lane }: Talk, uid: string | null, kind: string, id: string): Promise<Replies> {
  const administrators = await listAdministrators(deps.db)
  const alert = await findAlert(deps.db, id as Id<'alert'>)
  if (!alert || !administrators.some((one) => one.uid === uid)) return []
  const head = headOfAlert(alert.severity, kind === 'alert.closed')
  return [sendTo(lane.chatId, { html: `<b>${head}</b>\n\n${escapeTags(alert.message)}` })]
}
