import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { inboxCountsQuery } from '../inbox-counts-query.ts'
import { followLive } from '../live/follow-live.ts'
import type { LiveState } from '../live/read-stream.ts'
import { keepShell } from '../offline/keep-shell.ts'
import { Shortcuts } from '../palette/shortcuts.tsx'

/**
 * The work of the frame that the first paint does not wait for: live updates, shortcuts, the place of the focus, the
 * count of the inbox, and the files for later visits. Browsers of people who have never signed in store no files.
 */
export function Background({ profileId }: { readonly profileId: string }) {
  useFocusNearby()
  useEffect(keepShell, [])
  useInboxCount(profileId)
  return (
    <>
      <LiveNotice />
      <Shortcuts profileId={profileId} />
    </>
  )
}

/** The first page has settled by then, and its data does not wait for the rest. */
const settledAfterMs = 3_000

/** Keeps the number of open conversations current, which the navigation shows. */
function useInboxCount(profileId: string): void {
  const [hasSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settledAfterMs)
    return () => clearTimeout(timer)
  }, [])
  useQuery({ ...inboxCountsQuery(profileId), enabled: hasSettled })
}

/** Follows the live stream, and shows a notice while it is interrupted. */
function LiveNotice() {
  const { live } = useMessages()
  const [state, setState] = useState<LiveState>('connecting')
  useEffect(() => followLive(setState), [])
  if (state !== 'offline' && state !== 'interrupted') return null
  return (
    <p role="status" className="bg-held/15 px-4 py-2 text-center">
      {state === 'interrupted' ? live.interrupted : navigator.onLine ? live.noAnswer : live.offline}
    </p>
  )
}

/**
 * Keeps the focus nearby when the focused element disappears: a button whose work is done, or a page that another one
 * replaces. Otherwise, keyboard navigation would restart at the top of the document.
 */
function useFocusNearby(): void {
  useEffect(() => {
    let path: readonly Element[] = []
    const note = ({ target }: FocusEvent) => {
      path = target instanceof Element ? listAncestors(target) : []
    }
    // If the element stays, the person moved the focus on purpose.
    const forget = ({ target }: FocusEvent) =>
      requestAnimationFrame(() => {
        if (target === path[0] && path[0]?.isConnected && !hasFocus()) path = []
      })
    // A dialog that closes restores the focus itself, within the frame.
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
