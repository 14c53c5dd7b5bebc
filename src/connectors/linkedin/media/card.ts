import { type Call, CallFailed, type MediaRule, type Next, type Outgoing, type Step } from '#connectors/connector.ts'
import { readPage, readPicture } from '#connectors/link-card/read-page.ts'
import { shorten } from '#kernel/text/shorten.ts'
import { isStatus } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import type { Card, Memo } from '../memo.ts'
import { findCardRequest } from '../plan.ts'
import { imageRule, uploadImage } from './images.ts'
import { awaitMedia, firstLookMs, processingFailed, uploadLost } from './ready.ts'

/** A link card. LinkedIn does not read pages, so the connector reads the page's head and uploads its image. */

const lookMs = 60_000
const uploadMs = 60_000
const titleMax = 400
const descriptionMax = 4_086
const shownMax = 200
const thumbnailRule: MediaRule = {
  ...imageRule,
  formats: ['image/jpeg', 'image/png'],
  maxWidth: 2_000,
  maxHeight: 2_000,
}

/** Reads the linked page. The author's own title and description take precedence. */
export const look: Step<Grant, Memo> = {
  repeat: 'safe',
  deadlineMs: lookMs,
  async run({ http }, post, memo) {
    const requestedCard = findCardRequest(post)
    if (requestedCard === null) return { memo, then: 'post' }
    const page = await readPage(http, requestedCard.source)
    if (typeof page === 'string' && requestedCard.title === null)
      return { memo, then: 'post', warning: `${shorten(requestedCard.source, shownMax)} has no card: ${page}.` }
    const { title, description, picture } = typeof page === 'string' ? unread : page
    const card: Card = {
      source: requestedCard.source,
      title: requestedCard.title ?? shorten(title, titleMax),
      description: requestedCard.description ?? (shorten(description, descriptionMax) || null),
      picture,
    }
    return { memo: { ...memo, card }, then: picture === null ? 'post' : 'thumbnail' }
  },
}

const unread = { title: '', description: '', picture: null }

/** Uploads the card's image. If it cannot be used, the card is published without one. */
export const thumbnail: Step<Grant, Memo> = {
  repeat: 'safe',
  deadlineMs: uploadMs,
  async run(call, post, memo) {
    const sent = await sendPicture(call, post, memo.card?.picture ?? null)
    if (sent === null) return bare(memo)
    return { memo: { ...memo, thumbnail: sent }, then: 'awaitThumbnail', afterMs: firstLookMs }
  },
}

async function sendPicture(call: Call<Grant>, post: Outgoing, picture: string | null): Promise<string | null> {
  const file = picture === null ? null : await readPicture(call, picture, thumbnailRule)
  if (file === null) return null
  try {
    return await uploadImage(call, post, file)
  } catch (error) {
    if (isStatus(error, 400, 413, 422)) return null
    throw error
  }
}

const ready = awaitMedia({
  step: 'awaitThumbnail',
  name: 'getImage',
  place: 'images',
  of: ({ thumbnail: sent }) => sent ?? null,
  done: (_post, memo): Next<Memo> => ({ memo, then: 'post' }),
})

/** Checks once whether LinkedIn has processed the image. An image that it cannot process is left out. */
export const awaitThumbnail: Step<Grant, Memo> = {
  ...ready,
  async run(call, post, memo) {
    try {
      return await ready.run(call, post, memo)
    } catch (error) {
      const code = error instanceof CallFailed ? error.failure.code : null
      if (code === processingFailed || code === uploadLost || isStatus(error, 404)) return bare(memo)
      throw error
    }
  },
}

const bare = ({ thumbnail: _thumbnail, ...memo }: Memo): Next<Memo> => ({
  memo,
  then: 'post',
  warning: `The link card for ${shorten(memo.card?.source ?? '', shownMax)} has no image: we couldn’t use the page’s image.`,
})
