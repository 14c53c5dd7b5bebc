import { fromWire, toWire } from '#kernel/ids.ts'
import { createDraft } from '#tasks/posts/create-draft.ts'
import { editPost } from '#tasks/posts/edit-post.ts'
import type { TelegramMessage } from '../bot-api/updates.ts'
import { listShownAccounts, type ShownPost, showCard } from '../show/card.ts'
import { plain, sendTo } from '../show/reply.ts'
import { unsupportedText } from '../show/texts.ts'
import { findPostOfAlbum, findSource, insertSources } from '../store/sources.ts'
import type { Actor } from '../talk/actor.ts'
import type { Replies, Talk } from '../talk/talk.ts'
import { contentOf, hasFiles } from '../talk/words-of.ts'
import { showPost } from './show-post.ts'
import { takeFiles } from './take-files.ts'

/** Makes a draft of a message or an album, for all accounts of the profile, and shows it with its buttons. */
export async function makeDraft(
  talk: Talk,
  actor: Actor,
  messages: readonly TelegramMessage[],
  profileId: string,
): Promise<Replies> {
  const { lane, deps } = talk
  const [first] = messages
  if (!first) return []
  const say = (html: string): Replies => [sendTo(lane.chatId, { html }, { replyTo: first.message_id })]
  // The words of an album are those of whichever part has some.
  const content = messages.map(contentOf).find((words) => words !== '') ?? ''
  if (content === '' && !messages.some(hasFiles)) return say(unsupportedText)
  // A message that comes after its own edit, or is handled again after a crash, has its draft already.
  const known = await findSource(deps.db, lane, first.message_id)
  if (known)
    return known.cardId === null ? showPost(talk, actor, { postId: toWire('post', known.postId), messageId: null }) : []
  const { storagePaths, refusals } = await takeFiles(talk, actor, messages, profileId)
  const refused = refusals.length === 0 ? [] : say(plain([...new Set(refusals)].join('\n\n')))
  const media = storagePaths.map((storagePath) => ({ storagePath }))
  const earlier = first.media_group_id ? await findPostOfAlbum(deps.db, lane, first.media_group_id) : null
  if (media.length === 0 && (earlier || content === '')) return refused
  const accounts = await listShownAccounts(actor, profileId)
  const outcome = earlier
    ? await addFiles(actor, toWire('post', earlier), media)
    : await actor.run(createDraft, { profile: profileId, accounts: accounts.map(({ id }) => id), content, media })
  if (!outcome.ok) return [...say(plain(outcome.text)), ...refused]
  const wireId = String(outcome.result.id)
  const postId = fromWire('post', wireId)
  if (!postId) throw new Error('The API returned a post without an id.')
  await insertSources(deps.db, lane, postId, messages.map(sourceOf))
  const post = earlier ? await actor.api.getPost({ id: wireId }) : asShown(outcome.result, media)
  const card = sendTo(lane.chatId, showCard(post, accounts, actor), { replyTo: first.message_id, cardOf: postId })
  return [card, ...refused]
}

/** Shows a new draft by what the task returns, which saves the chat a request. It has no outcomes yet. */
function asShown(result: Readonly<Record<string, unknown>>, media: readonly unknown[]): ShownPost {
  const draft = result as Awaited<ReturnType<(typeof createDraft)['run']>>
  return {
    ...draft,
    media,
    targets: draft.targets.map((target) => ({ ...target, platformUrl: target.url })),
  } as ShownPost
}

/** Adds the late parts of an album to the draft of its earlier ones. */
async function addFiles(actor: Actor, post: string, media: readonly { storagePath: string }[]) {
  const stored = await actor.api.getPost({ id: post })
  const known = stored.media.flatMap(({ storagePath }) => (storagePath ? [{ storagePath }] : []))
  const added = media.filter(({ storagePath }) => !known.some((one) => one.storagePath === storagePath))
  return actor.run(editPost, { post, media: [...known, ...added] })
}

const sourceOf = ({ message_id: messageId, date, edit_date: editedAt, media_group_id: album }: TelegramMessage) => ({
  messageId,
  editedAt: editedAt ?? date,
  album: album ?? null,
})
