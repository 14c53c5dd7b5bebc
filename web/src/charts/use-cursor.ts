import { type FocusEvent, type KeyboardEvent, type PointerEvent, useState } from 'react'

/** The cursor of a chart: a position in a row of values, moved by pointer or keyboard. Null while inactive. */
export function useCursor(count: number) {
  const [at, setAt] = useState<number | null>(null)
  const last = count - 1
  const show = (next: number) => setAt(Math.max(0, Math.min(last, next)))
  const byKey = (event: KeyboardEvent) => {
    const here = at ?? 0
    const moves: Readonly<Record<string, number>> = {
      ArrowLeft: here - 1,
      ArrowDown: here - 1,
      ArrowRight: here + 1,
      ArrowUp: here + 1,
      PageDown: here - 7,
      PageUp: here + 7,
      Home: 0,
      End: last,
    }
    const next = moves[event.key]
    if (event.key === 'Escape') setAt(null)
    if (next === undefined) return
    event.preventDefault()
    show(next)
  }
  return {
    at: at === null || count === 0 ? null : Math.min(at, last),
    /** `placeAt` converts a distance from the chart's edge to a position. */
    handlers: (placeAt: (x: number) => number) => ({
      onKeyDown: byKey,
      onFocus: (event: FocusEvent) => event.currentTarget.matches(':focus-visible') && at === null && show(last),
      onBlur: () => setAt(null),
      onPointerMove: (event: PointerEvent) =>
        show(placeAt(event.clientX - event.currentTarget.getBoundingClientRect().left)),
      onPointerLeave: () => setAt(null),
    }),
  }
}
