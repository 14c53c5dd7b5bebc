import { purposeOf } from '#tasks/media/purpose-of.ts'
import { TelegramRefusal } from '../bot-api/failures.ts'
import type { TelegramFile, TelegramMessage } from '../bot-api/updates.ts'
import { plain } from '../show/reply.ts'
import { tooLargeText } from '../show/texts.ts'
import { storeFiles } from '../store/items.ts'
import type { Actor } from '../talk/actor.ts'
import type { Talk } from '../talk/talk.ts'

type Taken =
  | { readonly ok: true; readonly storagePaths: readonly string[] }
  | { readonly ok: false; readonly html: string }

const maxBytes = 20 * 1024 * 1024

interface Sent {
  readonly file: TelegramFile
  readonly name: string
  readonly type: string
}

/**
 * Brings the files of messages into the library, in their order. They are noted before the draft is made, so that an
 * attempt after a crash uses the same ones.
 */
export async function takeFiles(
  { deps, bot, items }: Talk,
  actor: Actor,
  messages: readonly TelegramMessage[],
  profileId: string,
): Promise<Taken> {
  const [item] = items
  if (item?.storagePaths) return { ok: true, storagePaths: item.storagePaths }
  const storagePaths: string[] = []
  for (const { file, name, type } of messages.flatMap(fileOf)) {
    if ((file.file_size ?? 0) > maxBytes) return { ok: false, html: tooLargeText }
    try {
      const bytes = await bot.download(file.file_id, maxBytes)
      const upload = new File([new Uint8Array(bytes)], name, { type })
      storagePaths.push((await actor.api.uploadMedia({ file: upload, profileId, ...purposeOf(type) })).storagePath)
    } catch (error) {
      const refusal = refusalIn(error)
      if (refusal === null) throw error
      return { ok: false, html: refusal }
    }
  }
  if (item && storagePaths.length > 0) await storeFiles(deps.db, item.id, storagePaths)
  return { ok: true, storagePaths }
}

/** Returns what to say when a file is refused; null when another attempt may help. */
function refusalIn(error: unknown): string | null {
  if (error instanceof TelegramRefusal) return error.status === 400 ? tooLargeText : null
  const { name, status, message } = error as { name?: unknown; status?: unknown; message?: unknown }
  const isRefused = name === 'PosthornError' && typeof status === 'number' && status >= 400 && status < 500
  return isRefused ? plain(String(message)) : null
}

/** The file of a message. A photo comes in several sizes, the largest last; a GIF is a video that is a document too. */
function fileOf({ photo, video, animation, document }: TelegramMessage): Sent[] {
  const largest = photo?.at(-1)
  // Telegram says nothing about the kind of a photo, so its bytes alone say it.
  if (largest) return [{ file: largest, name: 'photo', type: '' }]
  const sent = video ?? animation ?? document
  if (!sent) return []
  const type = sent.mime_type ?? (document ? 'application/octet-stream' : 'video/mp4')
  return [{ file: sent, name: sent.file_name ?? (document ? 'document' : 'video.mp4'), type }]
}
