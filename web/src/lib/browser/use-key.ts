import { useEffect, useEffectEvent } from 'react'
import { singleKeys } from './single-keys.ts'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu]') !== null

/**
 * Runs an action on a single key, unless the user is typing, holds a modifier, has a dialog open, or turned such keys
 * off.
 */
export function useKey(actions: Readonly<Record<string, () => void>>): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const action = singleKeys.read() ? actions[event.key] : undefined
    if (!action || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
      return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => act(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
