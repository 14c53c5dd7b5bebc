import { useMessages } from '#web/i18n/index.ts'
import { formatLength } from '#web/lib/time.ts'
import type { Extras } from '../check/use-check.ts'
import { LinkCard } from './parts.tsx'

interface BelowTextProps {
  readonly extras: Extras
  readonly className?: string
}

/**
 * The cards, poll and quoted post below a text. The quoted post is shown by name only, since the service has not read
 * it.
 */
export function BelowText({ extras: { cards, poll, quotes }, className = '' }: BelowTextProps) {
  const { preview } = useMessages()
  if (!cards && !poll && quotes === undefined) return null
  return (
    <div className={`grid gap-2 ${className}`}>
      {cards && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a row that scrolls is reached by keys, too
        <ul data-preview-cards tabIndex={0} className="flex gap-2 overflow-x-auto">
          {cards.map((link) => (
            <li key={link} className="w-3/5 shrink-0">
              <LinkCard link={link} />
            </li>
          ))}
        </ul>
      )}
      {poll && (
        <div data-preview-poll className="grid gap-1.5">
          {poll.question !== null && <p className="font-medium">{poll.question}</p>}
          <ul className="grid gap-1.5">
            {poll.options.map((option) => (
              <li key={option} dir="auto" className="rounded-full border border-line px-4 py-1.5">
                {option}
              </li>
            ))}
          </ul>
          <p className="text-ink-3 text-sm">{preview.pollEnds(formatLength(poll.minutes))}</p>
        </div>
      )}
      {quotes !== undefined && (
        <blockquote data-preview-quote className="grid gap-0.5 rounded-md border border-line px-3 py-2">
          <span className="text-ink-3 text-sm">{preview.quotedPost}</span>
          <span className="break-all">{quotes}</span>
        </blockquote>
      )}
    </div>
  )
}
