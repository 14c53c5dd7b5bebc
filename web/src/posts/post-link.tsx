import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import type { BriefPost } from './post-time.ts'

interface PostLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly post: Pick<BriefPost, 'id' | 'profileId'>
}

/**
 * Leads to the page of a post. It is an ordinary link that hands its click to the router: a month has a hundred of them,
 * and the router's own link works out its place among all routes at each drawing.
 */
export function PostLink({ post, children, ...rest }: PostLinkProps) {
  const router = useRouter()
  const place = { to: '/p/$profileId/posts/$postId', params: { profileId: post.profileId, postId: post.id } } as const
  // A click ends a tenth of a second after it began.
  const preload = () => void router.preloadRoute(place).catch(() => {})
  const go = (event: MouseEvent) => {
    // Another button or key asks the browser for a tab or a window.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate(place)
  }
  return (
    <a {...rest} href={`/p/${post.profileId}/posts/${post.id}`} onClick={go} onPointerDown={preload}>
      {children}
    </a>
  )
}
