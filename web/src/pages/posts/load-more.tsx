import { useEffect, useEffectEvent, useRef } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'

interface MoreProps {
  /** The parts that are loaded. */
  readonly parts: number
  readonly isBusy: boolean
  /** True when the last part did not come: it is asked for again by hand. */
  readonly hasFailed: boolean
  readonly onMore: () => void
}

/** Loads the next part of a list when its end comes near, or when it is asked to. */
export function LoadMore({ parts, isBusy, hasFailed, onMore }: MoreProps) {
  const { posts } = useMessages()
  const end = useRef<HTMLDivElement>(null)
  const load = useEffectEvent(() => onMore())
  // Watched again after each part: the end may still be near, and a watcher tells only when it comes.
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
