import type { PointerEvent } from 'react'

interface LineProps {
  readonly children: string
  readonly className?: string
}

/** The maximum text length for a tooltip. A post may have 20,000 characters, and opens by a click. */
const longestHint = 300

/** Shows the full text on hover if it was cut. */
export function showFullText({ currentTarget: place }: PointerEvent<HTMLElement>): void {
  const isCut = place.scrollWidth > place.clientWidth || place.scrollHeight > place.clientHeight
  place.title = isCut ? place.textContent.slice(0, longestHint) : ''
}

/** Text by people on one line: in its own direction, so that it is cut at its end, but aligned with the page. */
export const OneLine = ({ children, className = '' }: LineProps) => (
  <bdi onPointerEnter={showFullText} className={`block min-w-0 truncate align-as-page ${className}`}>
    {children}
  </bdi>
)
