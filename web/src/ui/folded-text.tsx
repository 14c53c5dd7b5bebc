import { useId, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { linkStyle } from './button.tsx'

/** Texts up to this length are shown in full: they have about as many lines as a folded one. */
const maxUnfolded = 800
const maxLines = 12

interface TextProps {
  readonly text: string
  readonly className?: string
}

/** A text as its author wrote it. A long one is folded after the first lines, and the rest is one click away. */
export function FoldedText({ text, className = '' }: TextProps) {
  const { shell } = useMessages()
  const [isExpanded, setExpanded] = useState(false)
  const id = useId()
  const isLong = text.length > maxUnfolded || text.split('\n').length > maxLines
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p
        id={id}
        dir="auto"
        className={`whitespace-pre-wrap break-words ${isLong && !isExpanded ? 'line-clamp-12' : ''} ${className}`}
      >
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isExpanded}
          aria-controls={id}
          onClick={() => setExpanded(!isExpanded)}
          className={`${linkStyle} rounded-sm max-md:min-h-11`}
        >
          {isExpanded ? shell.showLess : shell.showAll}
        </button>
      )}
    </div>
  )
}
