import { useEffect, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { now as serviceNow } from '#web/lib/clock.ts'
import { formatTime } from '#web/lib/time.ts'
import { pixelsOf } from './measures.ts'

const everyMs = 60_000

/** The line of now across the column of today. */
export function NowLine() {
  const { calendar } = useMessages()
  const [now, setNow] = useState(() => new Date(serviceNow()))
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date(serviceNow())), everyMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <div
      role="img"
      aria-label={calendar.now(formatTime(now.toISOString()))}
      style={{ top: pixelsOf(now.getHours() * 60 + now.getMinutes()) }}
      className="pointer-events-none absolute inset-x-0 h-0.5 bg-failed before:absolute before:-start-1 before:-top-[3px] before:size-2 before:rounded-full before:bg-failed"
    />
  )
}
