import { useQuery } from '@tanstack/react-query'
import { inboxCountsQuery } from '../inbox-counts-query.ts'

/** The number of open conversations, at the inbox in the rail. The part of the frame that loads later fetches it. */
export function InboxCount({ profileId }: { readonly profileId: string }) {
  const open = useQuery({ ...inboxCountsQuery(profileId), enabled: false }).data?.open
  return !!open && <span className="nums ms-auto font-semibold text-failed text-xs max-wide:sr-only">{open}</span>
}
