import { useQuery } from '@tanstack/react-query'
import { FillDialog } from '#web/posts/times/fill-dialog.tsx'
import { openDraftsQuery } from '#web/posts/times/open-drafts-query.ts'
import type { FreeTime } from './use-free-times.ts'

interface DialogProps {
  readonly profileId: string
  readonly time: FreeTime
  readonly onClose: () => void
}

/** Fills a free time of the calendar. It opens once the drafts are known. */
export function FreeDialog({ profileId, time, onClose }: DialogProps) {
  const { data: drafts } = useQuery(openDraftsQuery(profileId))
  return drafts === undefined ? null : <FillDialog profileId={profileId} {...time} drafts={drafts} onClose={onClose} />
}
