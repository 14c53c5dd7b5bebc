import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'

/**
 * A lightweight link within the application, for lists. It passes clicks to the router: a month has a hundred links,
 * and the router's own link resolves its route on each render.
 */
export function LightLink({ href, children, ...rest }: ComponentProps<'a'> & { readonly href: string }) {
  const router = useRouter()
  // A click takes about a tenth of a second from press to release.
  const preload = () => void router.preloadRoute({ to: '.', href }).catch(() => {})
  const go = (event: MouseEvent) => {
    // Other buttons and modifier keys open a new tab or window.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate({ href })
  }
  return (
    <a {...rest} href={href} onClick={go} onPointerDown={preload}>
      {children}
    </a>
  )
}
