import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react'

interface NearProps {
  /** The height of the part before it was first rendered, in pixels. */
  readonly guess: number
  /** True at the top of a list: the part is rendered at once. */
  readonly isFirst: boolean
  /** `presentation` between a list and its items. */
  readonly role?: 'presentation'
  readonly className?: string
  readonly children: () => ReactNode
}

/** The distance from the viewport at which a part is rendered, so that this is not visible. */
const ahead = '900px 0px'

/**
 * A part of a long list, rendered only while it is near the viewport. Otherwise, it is a placeholder of the same
 * height, so that a list of thousands costs as much as one of fifty. A part in use stays rendered.
 */
export function Near({ guess, isFirst, role, className, children }: NearProps) {
  const place = useRef<HTMLDivElement>(null)
  const [emptyHeight, setEmptyHeight] = useState(isFirst ? null : guess)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const update = ([...changes]: IntersectionObserverEntry[]) => {
      const { isIntersecting = true, boundingClientRect } = changes.at(-1) ?? {}
      if (isIntersecting) startTransition(() => setEmptyHeight(null))
      else if (!isInUse(element)) setEmptyHeight(boundingClientRect?.height ?? guess)
    }
    const watcher = new IntersectionObserver(update, { rootMargin: ahead })
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
  /** The position of its first item in the list, from 0. */
  readonly from: number
  readonly things: readonly Thing[]
}

/** Splits a list into parts of a given size. */
export const cutIntoParts = <Thing,>(things: readonly Thing[], size: number): readonly Part<Thing>[] =>
  Array.from({ length: Math.ceil(things.length / size) }, (_, nth) => {
    const from = nth * size
    return { from, things: things.slice(from, from + size) }
  })
