import { useEffect, useEffectEvent, useRef } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from './button.tsx'

interface MoreProps {
  /** The number of loaded parts. */
  readonly parts: number
  readonly isBusy: boolean
  /** True if the last part failed to load. The user then retries it. */
  readonly hasFailed: boolean
  readonly onMore: () => void
}

/** Loads the next part of a list when the user scrolls near its end, or on request. */
export function LoadMore({ parts, isBusy, hasFailed, onMore }: MoreProps) {
  const { posts } = useMessages()
  const end = useRef<HTMLDivElement>(null)
  const load = useEffectEvent(() => onMore())
  // Observed again after each part: the end may still be near, and an observer reports only changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a part may come between two times that this is drawn
  useEffect(() => {
    if (isBusy || hasFailed) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), { rootMargin: '600px' })
    if (end.current) watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [parts, isBusy, hasFailed])
  return (
    <div ref={end} className="justify-self-center">
      <Button isBusy={isBusy} onClick={onMore}>
        {posts.loadMore}
      </Button>
    </div>
  )
}
