import { createHash } from 'node:crypto'
import type { Incoming } from '../../../core/http/request.ts'
import { route, withToken } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { messageShape } from '../bot/shapes.ts'
import type { Platform } from '../state/platform.ts'
import type { ChatFile, MediaKind } from '../state/records.ts'
import { bad, failure } from '../wire/answers.ts'
import { type Call, chatIn, type Method, requireToken } from '../wire/api.ts'
import { keyboardIn } from '../wire/keyboard.ts'
import { addMessage, maxCaption, repliedTo, type Throttle, wordsIn } from './messages.ts'

const maxUploadBytes = 50 * 1024 * 1024
const maxPhotoBytes = 10 * 1024 * 1024

export type NewFile = Pick<ChatFile, 'kind' | 'name' | 'mime' | 'bytes'> & { readonly size?: number }

/** Stores a file. `size` may be larger than the stored content, to test files that are too large. */
export function keepFile(platform: Platform, { size, ...file }: NewFile): ChatFile {
  const uniqueId = createHash('sha256').update(file.bytes).digest('base64url').slice(0, 16)
  const stored = { ...file, uniqueId, id: `F${platform.nextId()}-${uniqueId}`, size: size ?? file.bytes.length }
  platform.files.set(stored.id, stored)
  return stored
}

/** The calls that concern files. */
export const fileMethods = (throttle: Throttle): readonly Method[] => [
  { name: 'getFile', run: readFile },
  ...(['photo', 'video', 'document'] as const).map(
    (kind): Method => ({
      name: `send${kind[0]?.toUpperCase()}${kind.slice(1)}`,
      writes: true,
      maxBytes: maxUploadBytes,
      run: (call) => sendFile(call, kind, throttle),
    }),
  ),
  { name: 'sendMediaGroup', writes: true, maxBytes: maxUploadBytes, run: (call) => sendAlbum(call, throttle) },
]

function readFile({ platform, text }: Call): object {
  const id = text('file_id').replace(/-small$/, '')
  const file = platform.files.get(id)
  if (!file) {
    const owner = /^photo-(-?\d+)$/.exec(id)?.[1]
    if (owner === undefined) return bad('wrong file_id or the file is temporarily unavailable')
    return { file_id: id, file_unique_id: id, file_size: 300, file_path: `profile_photos/${id}.svg` }
  }
  if (file.size > platform.rules.maxDownloadBytes) bad('file is too big')
  const folder = file.kind === 'photo' ? 'photos' : 'documents'
  const at = platform.rules.localMode ? '/var/lib/telegram-bot-api/1:token/' : ''
  const path = `${at}${folder}/${file.id}`
  return { file_id: file.id, file_unique_id: file.uniqueId, file_size: file.size, file_path: path }
}

/** The URL that the bot downloads from. It contains the token, and no other credential is required. */
export const downloadRoute = (platform: Platform): Route =>
  route('GET', '/file/:bot/:folder/:file', 'file', withToken, (incoming: Incoming) => {
    requireToken(incoming)
    const { folder, file: name = '' } = incoming.params
    if (folder === 'profile_photos') return image(platform, name)
    const file = platform.files.get(name)
    if (!file) return failure(404, 'Not Found')
    return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: file.bytes }
  })

/** A tiny image, so that a chat has one. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

function image(platform: Platform, name: string) {
  const id = Number(/^photo-(-?\d+)/.exec(name)?.[1])
  if (!platform.chats.has(id)) return failure(404, 'Not Found')
  return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: pixel }
}

function sendFile(call: Call, kind: 'photo' | 'video' | 'document', throttle: Throttle): object {
  const chat = chatIn(call)
  const file = fileIn(call, kind, call.given[kind])
  const text = wordsIn(call, 'caption', maxCaption)
  throttle(chat)
  const keyboard = keyboardIn(call.value('reply_markup'))
  return messageShape(
    addMessage(call.platform, chat, { from: null, text, file, keyboard, replyTo: repliedTo(call, chat) }),
  )
}

function sendAlbum(call: Call, throttle: Throttle): readonly object[] {
  const chat = chatIn(call)
  const media = call.value('media')
  if (!Array.isArray(media) || media.length < 2 || media.length > 10)
    return bad('wrong number of items: 2-10 are allowed')
  const files = media.map(({ type, media: from }) => fileIn(call, type as MediaKind, from))
  throttle(chat, media.length)
  const groupId = call.platform.nextId()
  return files.map((file, at) =>
    messageShape(
      addMessage(call.platform, chat, { from: null, text: String(media[at]?.caption ?? ''), file, groupId }),
    ),
  )
}

/** Reads a file: one that was sent before, by its ID, or one in the call. */
function fileIn({ platform, files }: Call, kind: MediaKind, from: unknown): ChatFile {
  const field = typeof from === 'string' && from.startsWith('attach://') ? from.slice(9) : kind
  const sent = files.find((one) => one.field === field)
  if (sent) {
    if (kind === 'photo' && sent.size > maxPhotoBytes) bad('PHOTO_INVALID_DIMENSIONS')
    return keepFile(platform, { kind, name: sent.filename, mime: sent.mime, bytes: sent.bytes })
  }
  const known = typeof from === 'string' ? platform.files.get(from) : undefined
  if (known && known.kind !== kind) bad(`can't use file of type ${known.kind} as ${kind}`)
  return known ?? bad('wrong remote file identifier specified: Wrong string length')
}
