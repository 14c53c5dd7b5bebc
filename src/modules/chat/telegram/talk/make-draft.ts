import { fromWire, toWire } from '#kernel/ids.ts'
import { editPost } from '#tasks/posts/edit-post.ts'
import type { Actor } from '../../conversation/actor.ts'
import type { Message } from '../../conversation/message.ts'
import { showPost, writeDraft } from '../../conversation/posts.ts'
import { decline, orRefusal, refusals } from '../../conversation/refusals.ts'
import { type SentFile, takeFiles } from '../../conversation/take-files.ts'
import { FileNotServed, TelegramRefusal } from '../bot-api.ts'
import { findPostOf, findSource, insertSources } from '../store/chats.ts'
import { storeFile } from '../store/items.ts'
import type { TelegramMessage } from '../updates.ts'
import { sendTo } from './render.ts'
import { type Replies, say, showIn, type Talk } from './talk.ts'

export const textIn = ({ text, caption }: TelegramMessage): string => (text ?? caption ?? '').trim()

/** Returns the text for a post: without the command that creates one. */
export const contentIn = (message: TelegramMessage): string => textIn(message).replace(/^\/new(?:@\w+)?(?:\s+|$)/i, '')

export const hasFiles = ({ photo, video, animation, document }: TelegramMessage): boolean =>
  Boolean(photo ?? video ?? animation ?? document)

/** Creates a draft from a message or an album, and shows it with its buttons. */
export async function makeDraft(talk: Talk, actor: Actor, messages: readonly TelegramMessage[]): Promise<Replies> {
  const { lane, deps } = talk
  const [first] = messages
  if (!first) return []
  // The text of an album may be in any part.
  const content = messages.map(contentIn).find((text) => text !== '') ?? ''
  if (content === '' && !messages.some(hasFiles)) return say(talk, { text: refusals.nothingToPost }, first.message_id)
  // A message that comes after its own edit, or is handled again after a crash, already has its draft.
  const known = await findSource(deps.db, lane, first.message_id)
  if (known) return known.cardId === null ? showIn(talk, null, await showPost(actor, toWire('post', known.postId))) : []
  const place = await actor.findPlace()
  const sent = messages.flatMap((message, at) => readFile(talk, message, at))
  const { files, problems } = await takeFiles(actor.api, place.profile.id, sent)
  const refused = problems.length === 0 ? [] : say(talk, { text: problems.join('\n\n') }, first.message_id)
  const earlier = first.media_group_id ? await findPostOf(deps.db, lane, { album: first.media_group_id }) : null
  if (files.length === 0 && (earlier || content === '')) return refused
  const card: Message = await orRefusal(
    earlier ? addFiles(actor, toWire('post', earlier), files) : writeDraft(actor, place, { content, files }),
  )
  const postId = card.post === undefined ? null : fromWire('post', card.post)
  if (postId) await insertSources(deps.db, lane, postId, messages.map(toSource))
  return [sendTo(lane.chatId, card, { replyTo: first.message_id, isCard: true }), ...refused]
}

/** Adds the late parts of an album to the draft of its earlier ones. */
async function addFiles(actor: Actor, post: string, files: readonly string[]): Promise<Message> {
  const stored = await actor.api.getPost({ id: post })
  const known = stored.media.flatMap(({ storagePath }) => storagePath ?? [])
  const media = [...new Set([...known, ...files])].map((storagePath) => ({ storagePath }))
  await editPost.run(actor.api, { post, media })
  return await showPost(actor, post)
}

const toSource = ({ message_id: messageId, date, edit_date: editedAt, media_group_id: album }: TelegramMessage) => ({
  messageId,
  editedAt: editedAt ?? date,
  album: album ?? null,
})

const maxBytes = 20 * 1024 * 1024

/** The file of a message. A photo comes in several sizes, the largest last; a GIF is a video that is a document, too. */
function readFile({ bot, deps, items }: Talk, message: TelegramMessage, at: number): readonly SentFile[] {
  const { photo, video, animation, document } = message
  const largest = photo?.at(-1)
  const file = largest ?? video ?? animation ?? document
  if (!file) return []
  const item = items[at]
  const usual = document ? ['document', 'application/octet-stream'] : ['video.mp4', 'video/mp4']
  const [name = '', type = ''] = largest ? ['photo', ''] : [file.file_name ?? usual[0], file.mime_type ?? usual[1]]
  return [
    {
      name,
      // Telegram does not name the kind of a photo, so its bytes determine it.
      type,
      known: item?.storagePaths?.[0],
      download: () => bot.download(file.file_id, maxBytes).catch(declineFile),
      note: async (storagePath) => {
        if (item) await storeFile(deps.db, item.id, storagePath)
      },
    },
  ]
}

/** Explains why a file is not available. Throws any other error: a later attempt may succeed. */
function declineFile(error: unknown): never {
  if (error instanceof FileNotServed)
    return decline(
      'The Bot API server of this installation keeps files on its own machine (--local), so Posthorn can’t read ' +
        'this one. Upload this one in Posthorn.',
    )
  // Telegram does not serve files that are too large for bots.
  if (error instanceof TelegramRefusal && error.status === 400)
    return decline('Telegram limits bots to 20 MB files. Upload this one in Posthorn or send a smaller version.')
  throw error
}
