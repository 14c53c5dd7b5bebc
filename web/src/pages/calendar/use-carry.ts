import { type DragEvent, useState } from 'react'
import { useRights } from '#web/app/rights/rights.ts'
import { addDays } from '#web/lib/day.ts'
import type { BriefPost } from '#web/posts/post-time.ts'
import { isMovable, useMove } from '#web/posts/use-move.ts'
import { postType } from './chip.tsx'

/** A post that was picked up by keyboard, and the time at which it would be dropped. */
export interface Carried {
  readonly post: BriefPost
  readonly to: Date
}

/** Moves a post through the calendar by keyboard, like dragging with a pointer. */
export function useCarry() {
  const { mayChange, mayWrite } = useRights()
  const move = useMove()
  const [carried, setCarried] = useState<Carried | null>(null)
  return {
    carried,
    pickUp: (post: BriefPost) => {
      if (mayWrite && mayChange(post) && isMovable(post) && post.scheduledAt)
        setCarried({ post, to: new Date(post.scheduledAt) })
    },
    shift: (by: { readonly days?: number; readonly minutes?: number }) =>
      setCarried((before) => before && { ...before, to: shiftTime(before.to, by) }),
    putDown: async () => {
      setCarried(null)
      if (!carried) return
      await move(carried.post, carried.to)
      focusPost(carried.post.id)
    },
    giveUp: () => {
      setCarried(null)
      if (carried) focusPost(carried.post.id)
    },
  }
}

export type Carry = ReturnType<typeof useCarry>

function shiftTime(time: Date, { days = 0, minutes = 0 }: { readonly days?: number; readonly minutes?: number }): Date {
  return new Date(addDays(time, days).getTime() + minutes * 60_000)
}

/** Restores the focus on a moved post once it is rendered there. */
const focusPost = (id: string): void => {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-post="${id}"]`)?.focus())
}

/** Handles posts that are dropped on an element. The event is included, because it has the position. */
export function useDropZone(onDrop: (postId: string, event: DragEvent<HTMLElement>) => void) {
  const [isOver, setOver] = useState(false)
  const zone = {
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (!event.dataTransfer.types.includes(postType)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent<HTMLElement>) => {
      // An element inside this one may have taken the post.
      const isTaken = event.isDefaultPrevented()
      event.preventDefault()
      setOver(false)
      if (!isTaken) onDrop(event.dataTransfer.getData(postType), event)
    },
  }
  return { isOver, zone }
}
