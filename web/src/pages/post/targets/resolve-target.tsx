import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'

interface ResolveProps {
  readonly postId: string
  readonly targetId: string
}

/** Asks a person to check the network, if Posthorn cannot find out whether the post is there. */
export function ResolveTarget({ postId, targetId }: ResolveProps) {
  const { posts } = useMessages()
  const queries = useQueryClient()
  const resolve = useMutation({
    mutationFn: (answer: 'published' | 'retry') => api.resolvePostTarget({ id: postId, targetId, resolve: answer }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['post', postId] }),
  })
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button isSmall isBusy={resolve.isPending} onClick={() => resolve.mutate('published')}>
          {posts.post.itIsThere}
        </Button>
        <Button isSmall isBusy={resolve.isPending} onClick={() => resolve.mutate('retry')}>
          {posts.post.itIsNotThere}
        </Button>
      </div>
      {resolve.error && <ProblemBanner error={resolve.error} />}
    </div>
  )
}
