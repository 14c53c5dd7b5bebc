import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import type { Typed } from './typed.ts'

/** The properties of a list that opens while a word is typed. */
export interface TypedListProps {
  readonly typed: Typed
  /** Receives the handler of the keys that are pressed in the text. It returns true for a key that it has used. */
  readonly keys: RefObject<((event: KeyboardEvent) => boolean) | null>
  /** Reports the ID of the active option. */
  readonly onActive: (id: string | undefined) => void
  readonly onClose: () => void
}

/** Follows what is typed in a text field, for a list that certain words open. */
export function useTypedList(find: (text: string, caret: number) => Typed | null) {
  const [typed, setTyped] = useState<Typed | null>(null)
  const [active, setActive] = useState<string | undefined>(undefined)
  const keys = useRef<((event: KeyboardEvent) => boolean) | null>(null)
  const close = () => {
    setTyped(null)
    setActive(undefined)
  }
  return {
    /** Follows the text. */
    note: (text: string, caret: number) => {
      const found = find(text, caret)
      if (found) setTyped(found)
      else close()
    },
    /** The active option, for the text field. */
    active: typed ? active : undefined,
    /** Handles a key of the text field. Returns true if the list has used it. */
    press: (event: KeyboardEvent): boolean => {
      const isUsed = typed !== null && keys.current?.(event) === true
      if (isUsed) event.preventDefault()
      return isUsed
    },
    list: typed && { typed, keys, onActive: setActive, onClose: close },
  }
}
