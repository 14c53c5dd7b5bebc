import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { type Account, type Draft, toRequest } from '#web/compose/draft.ts'
import { useMessages } from '#web/i18n/index.ts'
import type { Post } from '#web/posts/post-time.ts'
import { Button } from '#web/ui/button.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'

interface SubmitProps {
  readonly profileId: string
  readonly accounts: readonly Account[]
  readonly draft: Draft
  readonly post: Post | null
  readonly isReady: boolean
  readonly checkError: Error | null
  /** Runs once the service holds the post. */
  readonly onStored: () => void
}

/** Stores the draft, or sends it on its way. The button says which of them happens, to how many accounts. */
export function SubmitBar({ profileId, accounts, draft, post, isReady, checkError, onStored }: SubmitProps) {
  const { compose } = useMessages()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const send = useMutation({
    mutationFn: (intent: 'draft' | 'publish') => store(post, toRequest(draft, profileId, accounts), intent),
    onSuccess: async ({ id }) => {
      onStored()
      await queries.invalidateQueries({ queryKey: ['posts'] })
      await queries.invalidateQueries({ queryKey: ['post', id] })
      await navigate({ to: '/p/$profileId/posts/$postId', params: { profileId, postId: id } })
    },
  })
  const count = draft.accountIds.length
  const isUploading = draft.media.some(({ storagePath }) => storagePath === null)
  const error = send.error ?? checkError
  return (
    <div className="sticky bottom-16 z-10 grid gap-3 border-line border-t bg-bg py-3 md:bottom-0">
      {error && <ProblemBanner error={error} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          isBusy={send.isPending && send.variables === 'draft'}
          disabled={isUploading}
          onClick={() => send.mutate('draft')}
        >
          {compose.saveDraft}
        </Button>
        <Button
          look="primary"
          isBusy={send.isPending && send.variables === 'publish'}
          disabled={!isReady || isUploading || count === 0}
          onClick={() => send.mutate('publish')}
        >
          {draft.at === null ? compose.publishTo(count) : compose.scheduleFor(count)}
        </Button>
      </div>
    </div>
  )
}

type Request = ReturnType<typeof toRequest>

/** Creates the post, or changes the one that is being edited. */
async function store(post: Post | null, request: Request, intent: 'draft' | 'publish'): Promise<{ id: string }> {
  if (post === null) return api.createPost({ ...request, saveAsDraft: intent === 'draft' })
  const { profileId: _, confirmWarnings, ...changes } = request
  const scheduledAt = request.scheduledAt ?? null
  if (intent === 'draft') return api.updatePost({ id: post.id, ...changes, scheduledAt, saveAsDraft: true })
  const changed = await api.updatePost({ id: post.id, ...changes, scheduledAt, confirmWarnings })
  return scheduledAt === null ? api.publishPostNow({ id: changed.id }) : changed
}
