import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useFrameMessages } from '#web/i18n/frame.ts'
import { inboxCountsQuery } from '../inbox-counts-query.ts'

/** The first page has settled by then, and its data does not wait for this. */
const settledAfterMs = 3_000
const mostShown = 99

interface CountProps {
  readonly profileId: string
  readonly className?: string
}

/** The number of open conversations, at the inbox in the navigation. */
export function InboxCount({ profileId, className = '' }: CountProps) {
  const { shell } = useFrameMessages()
  const [hasSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settledAfterMs)
    return () => clearTimeout(timer)
  }, [])
  const open = useQuery({ ...inboxCountsQuery(profileId), enabled: hasSettled }).data?.open ?? 0
  if (open === 0) return null
  return (
    <span className={`nums ms-auto font-semibold text-failed text-xs ${className}`}>
      {open > mostShown ? shell.manyNotices : open}
    </span>
  )
}
