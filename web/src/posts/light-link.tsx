import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'

/**
 * A link within the application, for lists. It is an ordinary link that hands its click to the router: a month has a
 * hundred of them, and the router's own link works out its place among all routes at each drawing.
 */
export function LightLink({ href, children, ...rest }: ComponentProps<'a'> & { readonly href: string }) {
  const router = useRouter()
  // A click ends a tenth of a second after it began.
  const preload = () => void router.preloadRoute({ to: '.', href }).catch(() => {})
  const go = (event: MouseEvent) => {
    // Another button or key asks the browser for a tab or a window.
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
