import { useEffect } from 'react'

/**
 * Keeps the focus near its place when the element that has it goes away: a button whose work is done, or a page that
 * another one follows. Without it the keys would begin again at the top of the document.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let path: readonly Element[] = []
    const note = ({ target }: FocusEvent) => {
      path = target instanceof Element ? listAncestors(target) : []
    }
    // A person who leaves an element that stays has left it on purpose.
    const forget = ({ target }: FocusEvent) =>
      requestAnimationFrame(() => {
        if (target === path[0] && path[0]?.isConnected && !hasFocus()) path = []
      })
    // A dialog that closes gives the focus back by itself, within the frame.
    const keep = () => requestAnimationFrame(() => focusNear(path))
    const watch = new MutationObserver(() => {
      if (path[0]?.isConnected === false && !hasFocus()) keep()
    })
    watch.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', note)
    document.addEventListener('focusout', forget)
    return () => {
      watch.disconnect()
      document.removeEventListener('focusin', note)
      document.removeEventListener('focusout', forget)
    }
  }, [])
}

const hasFocus = (): boolean => document.activeElement !== null && document.activeElement !== document.body

function listAncestors(element: Element): readonly Element[] {
  const path: Element[] = []
  for (let one: Element | null = element; one; one = one.parentElement) path.push(one)
  return path
}

function focusNear(path: readonly Element[]): void {
  if (hasFocus() || path[0]?.isConnected !== false) return
  const near = path.find((one) => one.isConnected && one.closest('#content')) ?? document.getElementById('content')
  if (!(near instanceof HTMLElement)) return
  if (!near.hasAttribute('tabindex')) near.tabIndex = -1
  near.classList.add('outline-none')
  near.focus({ preventScroll: true })
}
