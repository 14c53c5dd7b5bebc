import { type DragEvent, useState } from 'react'
import { postType } from './chip.tsx'

/** Takes a post that is dropped on an element. The event is given too, since it says where. */
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
      event.preventDefault()
      setOver(false)
      onDrop(event.dataTransfer.getData(postType), event)
    },
  }
  return { isOver, zone }
}
