import { purposeOf } from '#tasks/media/purpose-of.ts'
import { FileNotServed, TelegramRefusal } from '../bot-api/failures.ts'
import type { TelegramFile, TelegramMessage } from '../bot-api/updates.ts'
import { notServedText, tooLargeText } from '../show/texts.ts'
import { storeFile } from '../store/items.ts'
import type { Actor } from '../talk/actor.ts'
import type { Talk } from '../talk/talk.ts'

interface Taken {
  readonly storagePaths: readonly string[]
  /** Sentences about the files that were refused. */
  readonly refusals: readonly string[]
}

const maxBytes = 20 * 1024 * 1024

interface Sent {
  readonly file: TelegramFile
  readonly name: string
  readonly type: string
}

/**
 * Brings the files of messages into the library, in their order, without those that are refused. Each is noted at once,
 * so that an attempt after a fault uses the same ones.
 */
export async function takeFiles(
  talk: Talk,
  actor: Actor,
  messages: readonly TelegramMessage[],
  profileId: string,
): Promise<Taken> {
  const storagePaths: string[] = []
  const refusals: string[] = []
  for (const [at, message] of messages.entries()) {
    const sent = fileOf(message)
    if (!sent) continue
    const item = talk.items[at]
    const [known] = item?.storagePaths ?? []
    try {
      const storagePath = known ?? (await takeFile(talk, actor, sent, profileId))
      storagePaths.push(storagePath)
      if (item && !known) await storeFile(talk.deps.db, item.id, storagePath)
    } catch (error) {
      refusals.push(refusalIn(error))
    }
  }
  return { storagePaths, refusals }
}

async function takeFile({ bot }: Talk, actor: Actor, { file, name, type }: Sent, profileId: string): Promise<string> {
  const bytes = await bot.download(file.file_id, maxBytes)
  const upload = new File([new Uint8Array(bytes)], name, { type })
  return (await actor.api.uploadMedia({ file: upload, profileId, ...purposeOf(type) })).storagePath
}

/** Returns what to say when a file is refused. Another error is thrown: a further attempt may succeed. */
function refusalIn(error: unknown): string {
  if (error instanceof FileNotServed) return notServedText
  // Telegram hands out no file that is too large for bots.
  if (error instanceof TelegramRefusal && error.status === 400) return tooLargeText
  const { name, status, message } = error as { name?: unknown; status?: unknown; message?: unknown }
  const isRefused = name === 'PosthornError' && typeof status === 'number' && status >= 400 && status < 500
  if (!isRefused) throw error
  return String(message)
}

/** The file of a message. A photo comes in several sizes, the largest last; a GIF is a video that is a document too. */
function fileOf({ photo, video, animation, document }: TelegramMessage): Sent | null {
  const largest = photo?.at(-1)
  // Telegram says nothing about the kind of a photo, so its bytes alone say it.
  if (largest) return { file: largest, name: 'photo', type: '' }
  const sent = video ?? animation ?? document
  if (!sent) return null
  const type = sent.mime_type ?? (document ? 'application/octet-stream' : 'video/mp4')
  return { file: sent, name: sent.file_name ?? (document ? 'document' : 'video.mp4'), type }
}
