import type { Outgoing, OutgoingMedia } from '#connectors/connector.ts'
import { find } from '#rules/find/find.ts'
import { holdsLink } from '#rules/find/holds-link.ts'
import type { Memo } from '../memo.ts'
import { settingsOf } from '../settings.ts'
import { type Quoted, quotedIn } from './quoted.ts'

/** The content of one record: a part of the post, or the comment under it. */
export interface Piece {
  readonly at: number
  readonly isComment: boolean
  /** The text as it will be sent, with all of its spaces. */
  readonly text: string
  readonly media: readonly OutgoingMedia[]
  /** Handles, without duplicates, in text order. */
  readonly mentions: readonly string[]
  readonly card: CardRequest | null
  /** The post that the first part quotes. */
  readonly quoted: Quoted | null
}

export interface CardRequest {
  readonly uri: string
  /** True if the link is not in the text. It then gets a card even if the page has no metadata. */
  readonly isOnlyPlace: boolean
}

export function piecesOf(post: Outgoing): readonly Piece[] {
  const parts = post.parts.map(({ text, media }, at) => ({ text, media, link: at === 0 ? post.link : null }))
  const comments = post.firstComment === null ? [] : [{ text: post.firstComment, media: [], link: null }]
  const { linkCard, quote } = settingsOf(post.settings)
  const wantsCards = linkCard !== false
  const quoted = quote === undefined ? null : quotedIn(quote)
  return [...parts, ...comments].map(({ text: written, media, link }, at) => {
    const isApart = link !== null && !holdsLink(written, link, 'bluesky')
    // A post has one embed. If something else uses it, the link has to be in the text, or it would be lost.
    const takesCard = wantsCards && media.length === 0
    const text = isApart && !takesCard ? [written, link].filter((one) => one !== '').join('\n\n') : written
    const found = find(text, 'bluesky')
    const uri = link ?? found.find(({ kind }) => kind === 'link')?.value ?? null
    return {
      at,
      isComment: at >= post.parts.length,
      text,
      media,
      mentions: [...new Set(found.filter(({ kind }) => kind === 'mention').map(({ value }) => value))],
      card: takesCard && uri !== null ? { uri, isOnlyPlace: isApart } : null,
      quoted: at === 0 ? quoted : null,
    }
  })
}

/** Returns the current piece. */
export function pieceAt(post: Outgoing, { at = 0 }: Memo): Piece {
  const piece = piecesOf(post)[at]
  if (!piece) throw new Error(`the post has no piece ${at}`)
  return piece
}

const names = {
  look: ['look', 'commentLook'],
  upload: ['upload', 'commentUpload'],
  uploadAgain: ['uploadAgain', 'commentUploadAgain'],
  build: ['build', 'commentBuild'],
  put: ['put', 'commentPut'],
} as const

/** Returns the name of a step for a piece. A comment has separate steps, which are optional. */
export const stepOf = (step: keyof typeof names, { isComment }: Piece): string => names[step][isComment ? 1 : 0]

export function firstStepOf(piece: Piece): string {
  if (piece.mentions.length > 0 || piece.card !== null || piece.quoted !== null) return stepOf('look', piece)
  return stepOf(piece.media.length > 0 ? 'upload' : 'build', piece)
}
