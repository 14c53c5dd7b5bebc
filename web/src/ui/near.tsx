import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react'

interface NearProps {
  /** The height of the part before it was ever drawn, in pixels. */
  readonly guess: number
  /** True at the top of a list: the part is drawn at once. */
  readonly isFirst: boolean
  /** `presentation` between a list and its items. */
  readonly role?: 'presentation'
  readonly className?: string
  readonly children: () => ReactNode
}

/** The distance from the view at which a part is drawn, so that nobody sees it come. */
const ahead = '900px 0px'

/**
 * A part of a long list, drawn only while it is near the view. Elsewhere it is an empty place of the same height, so that a
 * list of thousands costs as much as one of fifty. A part in which somebody is at work stays.
 */
export function Near({ guess, isFirst, role, className, children }: NearProps) {
  const place = useRef<HTMLDivElement>(null)
  const [emptyHeight, setEmptyHeight] = useState(isFirst ? null : guess)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const look = ([...changes]: IntersectionObserverEntry[]) => {
      const { isIntersecting = true, boundingClientRect } = changes.at(-1) ?? {}
      if (isIntersecting) startTransition(() => setEmptyHeight(null))
      else if (!isInUse(element)) setEmptyHeight(boundingClientRect?.height ?? guess)
    }
    const watcher = new IntersectionObserver(look, { rootMargin: ahead })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [guess])
  const isDrawn = emptyHeight === null
  return (
    <div ref={place} role={role} className={className} style={isDrawn ? undefined : { height: emptyHeight }}>
      {isDrawn && children()}
    </div>
  )
}

/** True while the focus is in a part, or in a menu or dialog, which may belong to it. */
const isInUse = (element: HTMLElement): boolean =>
  element.contains(document.activeElement) || document.querySelector('[role=menu], [role=dialog]') !== null

interface Part<Thing> {
  /** The place of the first of its things in the list, from 0. */
  readonly from: number
  readonly things: readonly Thing[]
}

/** Cuts a list into parts of a size. */
export const cutIntoParts = <Thing,>(things: readonly Thing[], size: number): readonly Part<Thing>[] =>
  Array.from({ length: Math.ceil(things.length / size) }, (_, nth) => {
    const from = nth * size
    return { from, things: things.slice(from, from + size) }
  })
