import { useEffect, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { followLive } from '../live/follow-live.ts'
import type { LiveState } from '../live/read-stream.ts'

/** Follows the live stream, and says so while there is none. */
export function LiveNotice() {
  const { shell } = useMessages()
  const [state, setState] = useState<LiveState>('connecting')
  useEffect(() => followLive(setState), [])
  if (state !== 'offline' && state !== 'interrupted') return null
  return (
    <p role="status" className="bg-held/15 px-4 py-2 text-center">
      {state === 'interrupted' ? shell.live.interrupted : navigator.onLine ? shell.live.noAnswer : shell.live.offline}
    </p>
  )
}
