import { memo, type ReactNode, useState } from 'react'
import { find } from '#rules/find/find.ts'
import type { Dialect } from '#rules/limits.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import type { Account } from '../draft/draft.ts'
import { Glyph } from './glyphs.tsx'
import type { ShownMedia } from './shown-post.ts'

/** Pieces that the previews of several networks share. */

export const nameOf = ({ displayName, handle }: Account): string => displayName ?? handle

export function Avatar({ account, isSquare = false }: { readonly account: Account; readonly isSquare?: boolean }) {
  const shape = isSquare ? 'rounded-md' : 'rounded-full'
  return (
    <span
      aria-hidden="true"
      className={`grid size-10 shrink-0 place-items-center bg-sunken font-semibold text-ink-2 ${shape}`}
    >
      {nameOf(account).slice(0, 1).toUpperCase()}
    </span>
  )
}

interface TextProps {
  readonly text: string
  readonly dialect: Dialect
  /** The length after which the network folds the text. */
  readonly fold?: number
  readonly className?: string
}

/** The text with highlighted links, names and tags, folded like on the network. */
export const Text = memo(function Text({ text, dialect, fold = Number.POSITIVE_INFINITY, className = '' }: TextProps) {
  const { preview } = useMessages()
  const [isOpen, setOpen] = useState(false)
  if (text === '') return null
  const isFolded = text.length > fold && !isOpen
  return (
    <div className={className}>
      <p dir="auto" data-preview-text className="whitespace-pre-wrap break-words">
        {paint(isFolded ? cutAtWord(text, fold) : text, dialect)}
        {isFolded && '… '}
      </p>
      {isFolded && (
        <button type="button" onClick={() => setOpen(true)} className="font-medium text-ink-3 hover:underline">
          {preview.more}
        </button>
      )}
    </div>
  )
})

/** A link is not cut, since half of one would look like another. */
const cutAtWord = (text: string, fold: number): string => text.slice(0, fold).replace(/\s+\S*$/, '')

function paint(text: string, dialect: Dialect): ReactNode[] {
  const pieces: ReactNode[] = []
  let at = 0
  for (const { start, end } of find(text, dialect)) {
    pieces.push(
      text.slice(at, start),
      <span key={start} className="text-brand">
        {text.slice(start, end)}
      </span>,
    )
    at = end
  }
  return [...pieces, text.slice(at)]
}

interface MediaFrameProps {
  readonly file: ShownMedia
  readonly className?: string
}

/** An image or a video, in the frame that its parent provides. */
export function MediaFrame({ file: { address, poster, isVideo, altText, rejected }, className = '' }: MediaFrameProps) {
  const { preview } = useMessages()
  const style = 'absolute inset-0 size-full object-cover'
  return (
    <div className={`relative overflow-hidden bg-sunken ${className}`} data-preview-media>
      {address === '' ? (
        <span className="absolute inset-0 grid place-items-center text-ink-3">
          <Icon name="image" className="size-8" />
        </span>
      ) : isVideo ? (
        <>
          <video src={address} poster={poster ?? undefined} muted preload="metadata" className={style} />
          <span className="absolute inset-0 grid place-items-center">
            <span className="grid size-11 place-items-center rounded-full bg-bg/80 ps-0.5 text-ink">
              <Glyph name="play" className="size-5 fill-current" />
            </span>
          </span>
        </>
      ) : (
        <img src={address} alt={altText} className={style} />
      )}
      {rejected !== null && (
        <span className="absolute inset-x-0 bottom-0 bg-bg/90 px-2 py-1 text-failed text-xs">
          {preview.rejected(rejected)}
        </span>
      )}
    </div>
  )
}

/** A link card. The network fetches its image and title, so they are not known yet. */
export function LinkCard({ link, isWide = true }: { readonly link: string; readonly isWide?: boolean }) {
  const { preview } = useMessages()
  const host = URL.canParse(link) ? new URL(link).host.replace(/^www\./, '') : link
  return (
    <div
      data-preview-card
      className={`grid overflow-hidden rounded-md border border-line ${isWide ? '' : 'grid-cols-[6rem_1fr]'}`}
    >
      <span className={`grid place-items-center bg-sunken text-ink-3 ${isWide ? 'aspect-[1.91]' : ''}`}>
        <Icon name="external" />
      </span>
      <span className="grid min-w-0 content-center px-3 py-2">
        <span className="truncate text-ink-3 text-sm">{host}</span>
        <span className="truncate font-medium">{preview.linkTitle}</span>
      </span>
    </div>
  )
}

/** Labels of the network's own page, such as those of its buttons. They are not buttons here. */
export const Bar = ({ words }: { readonly words: readonly string[] }) => (
  <p aria-hidden="true" className="flex flex-wrap gap-x-6 text-ink-3 text-sm">
    {words.map((word) => (
      <span key={word}>{word}</span>
    ))}
  </p>
)
