import { imageRuleOf } from '#connectors/check/media/image-rule.ts'
import { goesAsVideo } from '#connectors/check/media/media-rules.ts'
import { type Call, CallFailed, type Next, type OutgoingMedia, type Step } from '#connectors/connector.ts'
import { bluesky as limits } from '#rules/networks/bluesky.ts'
import type { Grant } from '../auth/grant.ts'
import type { Blob, Memo } from '../memo.ts'
import { type Piece, pieceAt, stepOf } from '../post/pieces.ts'
import { diesAt, uploadBlob } from './blob.ts'
import { readPicture } from './card.ts'
import { startVideo } from './video.ts'

const imageRule = imageRuleOf(limits)

/** Uploads a piece's files to the account's server, one in each run, so a crash repeats at most one upload. */
export const upload: Step<Grant, Memo> = {
  repeat: 'safe',
  deadlineMs: 60_000,
  async run(call, post, memo) {
    const piece = pieceAt(post, memo)
    const { images = [], card } = memo
    const item = piece.media[images.length]
    if (item && goesAsVideo(item, limits)) return startVideo(call, item, memo)
    if (item) return afterImage(call, piece, item, memo)
    const thumb = card?.picture ? await uploadThumb(call, card.picture) : null
    const warning = `The link card for ${card?.uri} has no image: we couldn’t use the page’s image.`
    return {
      memo: { ...memo, thumb },
      then: stepOf('build', piece),
      diesAt: diesAt(call.now),
      ...(card?.picture && !thumb ? { warning } : {}),
    }
  },
}

/** Restarts the uploads after the server dropped unused files, and discards the record that names them. */
export const uploadAgain: Step<Grant, Memo> = {
  repeat: 'safe',
  async run(_call, post, { images: _images, thumb: _thumb, video: _video, record: _record, ...memo }) {
    return { memo, then: stepOf('upload', pieceAt(post, memo)) }
  },
}

async function afterImage(call: Call<Grant>, piece: Piece, item: OutgoingMedia, memo: Memo): Promise<Next<Memo>> {
  const file = await call.media(item, imageRule)
  const { contentType, size, width, height } = file
  const blob = await uploadBlob(call.http, call.grant, { contentType, size, body: await file.read() })
  const images = [...(memo.images ?? []), { blob, width, height }]
  const then = stepOf(images.length < piece.media.length ? 'upload' : 'build', piece)
  return { memo: { ...memo, images }, then, diesAt: diesAt(call.now) }
}

/** Uploads a card's image. If the server refuses it, the card is published without an image. */
async function uploadThumb(call: Call<Grant>, url: string): Promise<Blob | null> {
  const { http, grant } = call
  const picture = await readPicture(call, url)
  if (!picture) return null
  try {
    return await uploadBlob(http, grant, picture)
  } catch (error) {
    const status = error instanceof CallFailed ? error.failure.status : null
    if (status === 400 || status === 413) return null
    throw error
  }
}
