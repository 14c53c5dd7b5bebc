import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { SaveState } from '#web/compose/saving/save-state.ts'
import { kindOf } from '#web/ui/problem/problem-kind.ts'

/**
 * Acts once the service responds again after this error: a save has succeeded, or any query. Otherwise the page would
 * say that it can't reach Posthorn until the next press.
 */
export function useOutageEnd(error: Error | null, save: SaveState, act: () => void): void {
  const queries = useQueryClient()
  const end = useEffectEvent(act)
  const isDown = error !== null && kindOf(error) === 'noAnswer'
  useEffect(() => {
    if (!isDown) return
    return queries.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) end()
    })
  }, [isDown, queries])
  const before = useRef(save.kind)
  useEffect(() => {
    const hasRecovered = save.kind === 'saved' && before.current !== 'saved'
    before.current = save.kind
    if (isDown && hasRecovered) end()
  }, [isDown, save.kind])
}
