import { useEffect, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { now as serviceNow } from '#web/lib/clock.ts'
import { formatDistance } from '#web/lib/time.ts'

/** Says when the next attempt is, by the second. */
export function Countdown({ until }: { readonly until: string }) {
  const { posts } = useMessages()
  const [now, setNow] = useState(serviceNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serviceNow()), 1_000)
    return () => clearInterval(timer)
  }, [])
  if (Date.parse(until) < now) return null
  return <p className="nums text-ink-3 text-sm">{posts.post.nextAttempt(formatDistance(until, now))}</p>
}
