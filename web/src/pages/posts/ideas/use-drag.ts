import { type PointerEvent as ReactPointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Spot } from './use-move-idea.ts'

const startPx = 6
/** A finger that rests this long on a card drags it. Before, it scrolls. */
const holdMs = 300

interface Drag {
  readonly id: string
  readonly card: HTMLElement
  readonly x: number
  readonly y: number
  readonly scrollY: number
  readonly isTouch: boolean
  isOn: boolean
}

/**
 * Drags cards with a mouse, a pen or a finger. The card follows the pointer without being rendered again; only the spot
 * where it would be dropped is.
 */
export function useDrag(onDrop: (id: string, spot: Spot) => void) {
  const drag = useRef<Drag | null>(null)
  const timer = useRef(0)
  const wasDragged = useRef(false)
  const [spot, setSpot] = useState<(Spot & { readonly id: string }) | null>(null)
  const begin = (one: Drag) => {
    one.isOn = true
    wasDragged.current = true
    Object.assign(one.card.style, { zIndex: '20', position: 'relative', pointerEvents: 'none', opacity: '0.85' })
  }
  const end = () => {
    clearTimeout(timer.current)
    const one = drag.current
    drag.current = null
    setSpot(null)
    if (one) Object.assign(one.card.style, { zIndex: '', position: '', pointerEvents: '', opacity: '', transform: '' })
  }
  const move = useEffectEvent((event: PointerEvent) => {
    const one = drag.current
    if (!one) return
    const [dx, dy] = [event.clientX - one.x, event.clientY - one.y]
    if (!one.isOn) {
      if (Math.hypot(dx, dy) < startPx) return
      if (one.isTouch) return end()
      begin(one)
    }
    event.preventDefault()
    one.card.style.transform = `translate(${dx}px, ${dy + scrollY - one.scrollY}px)`
    const found = findSpot(event.clientX, event.clientY, one.id)
    setSpot((before) =>
      before?.stageId === found?.stageId && before?.beforeId === found?.beforeId
        ? before
        : found && { ...found, id: one.id },
    )
  })
  const drop = useEffectEvent((event: PointerEvent) => {
    const one = drag.current
    const found = one?.isOn ? findSpot(event.clientX, event.clientY, one.id) : null
    end()
    // A click follows at once. It belongs to the drag.
    setTimeout(() => {
      wasDragged.current = false
    })
    if (one && found) onDrop(one.id, found)
  })
  const cancel = useEffectEvent(end)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && cancel()
    const onCancel = () => cancel()
    // Once a card is held, the finger moves it and not the page.
    const onTouch = (event: TouchEvent) => drag.current?.isOn && event.preventDefault()
    addEventListener('pointermove', move)
    addEventListener('pointerup', drop)
    addEventListener('pointercancel', onCancel)
    addEventListener('keydown', onKey)
    addEventListener('touchmove', onTouch, { passive: false })
    return () => {
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', drop)
      removeEventListener('pointercancel', onCancel)
      removeEventListener('keydown', onKey)
      removeEventListener('touchmove', onTouch)
      clearTimeout(timer.current)
    }
  }, [])
  const hold = (id: string) => (event: ReactPointerEvent<HTMLElement>) => {
    if (event.button !== 0 || (event.target as Element).closest('[data-no-drag]')) return
    const card = event.currentTarget
    const isTouch = event.pointerType === 'touch'
    const one: Drag = { id, card, x: event.clientX, y: event.clientY, scrollY, isTouch, isOn: false }
    drag.current = one
    wasDragged.current = false
    if (isTouch) timer.current = window.setTimeout(() => drag.current === one && begin(one), holdMs)
  }
  return { spot, hold, wasDragged: () => wasDragged.current }
}

/** Finds the stage below the pointer, and the first of its cards whose middle is below it. */
function findSpot(x: number, y: number, draggedId: string): Spot | null {
  const column = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-stage]')
  const stageId = column?.dataset.stage
  if (!column || stageId === undefined) return null
  const cards = [...column.querySelectorAll<HTMLElement>('[data-idea]')].filter(
    (card) => card.dataset.idea !== draggedId,
  )
  const next = cards.find((card) => {
    const { top, height } = card.getBoundingClientRect()
    return y < top + height / 2
  })
  return { stageId, beforeId: next?.dataset.idea ?? null }
}
