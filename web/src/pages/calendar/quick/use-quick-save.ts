import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { type Account, type Draft, emptyDraft } from '#web/compose/draft/draft.ts'
import { toCreate } from '#web/compose/draft/request.ts'
import { askForApproval } from '#web/compose/saving/ask-for-approval.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import { keepChosen } from '#web/pages/compose/usual-accounts.ts'
import { tell, tellFailure } from '#web/ui/toast.tsx'

interface QuickOptions {
  readonly profileId: string
  readonly accounts: readonly Account[]
  /** True if posts of the brand need approvals. Scheduling one then asks for them in the same step. */
  readonly needsApproval: boolean
  readonly post: Pick<Draft, 'content' | 'accountIds' | 'at'>
  readonly onSaved: () => void
}

/** To confirm is to schedule despite warnings. */
type Intent = 'schedule' | 'confirm' | 'draft'

/** Saves the post of the small composer, or takes it to the page that has all options. */
export function useQuickSave({ profileId, accounts, needsApproval, post, onSaved }: QuickOptions) {
  const { calendar, writing } = useMessages()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const create = async (intent: Intent) => {
    const request = toCreate({ ...emptyDraft, ...post }, profileId, accounts)
    const { id } = await api.createPost({
      ...request,
      ...(intent === 'draft' && { saveAsDraft: true }),
      ...(intent === 'confirm' && { confirmWarnings: true }),
    })
    keepChosen(profileId, accounts, post.accountIds)
    return id
  }
  const refresh = () =>
    Promise.all(['posts', 'post', 'stats'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
  /** The post is saved by now. If asking fails, its page shows that it still needs approval. */
  const ask = async (postId: string) => {
    try {
      await askForApproval(postId)
      tell({ title: writing.asked })
    } catch (error) {
      if (error instanceof Error) tellFailure(calendar.quick.notAsked, error)
      await navigate({ to: '/p/$profileId/posts/$postId', params: { profileId, postId } })
    }
    await refresh()
  }
  const save = useMutation({
    mutationFn: (intent: Intent) => create(intent),
    onSuccess: async (id, intent) => {
      onSaved()
      if (needsApproval && intent !== 'draft') return await ask(id)
      const when = post.at ? formatDayAndTime(post.at) : ''
      tell({ title: intent === 'draft' ? calendar.quick.drafted : calendar.quick.scheduled(when) })
      await refresh()
    },
  })
  const openInComposer = useMutation({
    mutationFn: async () => (post.content.trim() === '' ? null : await create('draft')),
    onSuccess: async (id) => {
      onSaved()
      const search = id === null ? (post.at ? { at: post.at } : {}) : { post: id }
      await navigate({ to: '/p/$profileId/compose', params: { profileId }, search })
      await refresh()
    },
    onError: (error) => tellFailure(calendar.quick.notSaved, error),
  })
  return { save, openInComposer }
}
