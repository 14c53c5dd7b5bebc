import type { PointerEvent } from 'react'

interface LineProps {
  readonly children: string
  readonly className?: string
}

/** The longest text that a hint repeats. A post may have 20,000 characters, and opens by a click. */
const longestHint = 300

/** Shows the whole text to a pointer that rests on it, where it was cut. */
export function showWhole({ currentTarget: place }: PointerEvent<HTMLElement>): void {
  const isCut = place.scrollWidth > place.clientWidth || place.scrollHeight > place.clientHeight
  place.title = isCut ? place.textContent.slice(0, longestHint) : ''
}

/**
 * Words of people in one line: in their own direction, so that they are cut at their end, and at the side where the lines
 * of the page begin.
 */
export const OneLine = ({ children, className = '' }: LineProps) => (
  <bdi onPointerEnter={showWhole} className={`block min-w-0 truncate align-as-page ${className}`}>
    {children}
  </bdi>
)
