import type { Result } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import { OneLine } from '#web/ui/one-line.tsx'

interface PreviewProps {
  readonly profileId: string
  readonly moves: Result<'previewSlotPlan'>['moves']
  readonly leavingPostIds: Result<'previewSlotPlan'>['leavingPostIds']
}

const shownMoves = 8

/** The posts that a change of posting times would move, before it is saved. */
export function MovePreview({ profileId, moves, leavingPostIds: { length: leaving } }: PreviewProps) {
  const { shell, slots } = useMessages()
  const posts = useQuery({
    queryKey: ['posts', profileId, 'scheduled-texts'],
    queryFn: async () => (await api.listPosts({ profileId, status: ['scheduled'], limit: 100 })).posts,
    enabled: moves.length > 0,
  }).data
  return (
    <section aria-label={slots.preview} className="grid gap-1.5 rounded-md bg-sunken p-3">
      <p role="status" className="font-medium">
        {slots.moves(moves.length)}
      </p>
      {moves.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {moves.slice(0, shownMoves).map(({ postId, from, to }) => (
            <li key={postId} className="flex flex-wrap items-baseline gap-x-3">
              <OneLine className="min-w-0 flex-1 basis-40">
                {posts?.find(({ id }) => id === postId)?.content || shell.post.untitled}
              </OneLine>
              <span className="nums text-ink-2">
                {slots.fromTo(from === null ? '–' : formatDayAndTime(from), formatDayAndTime(to))}
              </span>
            </li>
          ))}
        </ul>
      )}
      {leaving > 0 && <p className="text-sm">{slots.leaving(leaving)}</p>}
      {moves.length > shownMoves && <p className="text-ink-3 text-sm">{slots.andMore(moves.length - shownMoves)}</p>}
    </section>
  )
}
