import type { Outgoing, OutgoingMedia } from '#connectors/connector.ts'
import { find } from '#rules/find.ts'
import type { Found } from '#rules/found.ts'
import type { Memo } from './memo.ts'
import { settingsOf } from './settings.ts'

/** What becomes one record: a part of the post, or the comment under it. */
export interface Piece {
  readonly at: number
  readonly isComment: boolean
  /** As it will be sent: what was written, to the last space. */
  readonly text: string
  readonly media: readonly OutgoingMedia[]
  /** Handles, each once, in the order of the text. */
  readonly mentions: readonly string[]
  readonly card: CardWish | null
}

export interface CardWish {
  readonly uri: string
  /** It stands nowhere else, so that it has a card even where the page tells nothing. */
  readonly isOnlyPlace: boolean
}

export function piecesOf(post: Outgoing): readonly Piece[] {
  const parts = post.parts.map(({ text, media }, at) => ({ text, media, link: at === 0 ? post.link : null }))
  const comments = post.firstComment === null ? [] : [{ text: post.firstComment, media: [], link: null }]
  const wantsCards = settingsOf(post.settings).linkCard !== false
  return [...parts, ...comments].map(({ text: written, media, link }, at) => {
    const stands = ({ kind, value }: Found) => kind === 'link' && value === link
    const isApart = link !== null && !find(written, 'bluesky').some(stands)
    // A post has one embed. Where that is taken the link has to stand in the text, or it would be lost.
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
    }
  })
}

/** The piece that is being worked on. */
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

/** A comment goes through steps of its own, of which none can spoil what is out already. */
export const stepOf = (step: keyof typeof names, { isComment }: Piece): string => names[step][isComment ? 1 : 0]

export function firstStepOf(piece: Piece): string {
  if (piece.mentions.length > 0 || piece.card !== null) return stepOf('look', piece)
  return stepOf(piece.media.length > 0 ? 'upload' : 'build', piece)
}
