import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import type { Post } from '#web/posts/post-time.ts'
import { Button, buttonStyle, squareButtonStyle } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { isRefusal } from '#web/ui/problem/problem-kind.ts'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { FanOutDialog } from './fan-out-dialog.tsx'
import { TemplateDialog } from './template-dialog.tsx'

type Move = 'publish' | 'confirm' | 'retry' | 'cancel' | 'duplicate' | 'trash'

/** The actions that the post's state and the brand's plan allow. */
export function PostActions({ post }: { readonly post: Post }) {
  const { compose, fanOut, posts, shell, texts } = useMessages()
  const { mayChange, mayPublish, maySubmit, mayWrite } = useRights()
  const [isSavingTemplate, setSavingTemplate] = useState(false)
  const [isFanningOut, setFanOut] = useState(false)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { id, profileId, status } = post
  const move = useMutation({
    mutationFn: async (name: Move): Promise<string | null> => {
      if (name === 'confirm') await api.updatePost({ id, confirmWarnings: true })
      if (name === 'publish' || name === 'confirm') return (await api.publishPostNow({ id })).id
      if (name === 'retry') return (await api.retryPost({ id })).id
      if (name === 'cancel') return (await api.cancelPost({ postId: id })).postId
      if (name === 'duplicate') return (await api.duplicatePost({ id })).id
      await api.deletePost({ id })
      return null
    },
    onSuccess: async (next) => {
      await Promise.all(['posts', 'post'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
      if (next === null) await navigate({ to: '/p/$profileId/posts', params: { profileId } })
      else if (next !== id)
        await navigate({ to: '/p/$profileId/compose', params: { profileId }, search: { post: next } })
    },
  })
  const isTheirs = mayChange(post)
  const isBusy = (name: Move) => move.isPending && move.variables === name
  const hasFailed = post.targets.some((target) => target.status === 'failed')
  return (
    <>
      {mayWrite && isTheirs && (status === 'draft' || status === 'scheduled') && (
        <Link
          to="/p/$profileId/compose"
          params={{ profileId }}
          search={{ post: id }}
          className={buttonStyle(status === 'draft' ? 'plain' : 'primary')}
        >
          {posts.post.edit}
        </Link>
      )}
      {maySubmit && status === 'draft' && post.targets.length > 0 && (
        <Button variant="primary" isBusy={isBusy('publish')} onClick={() => move.mutate('publish')}>
          {posts.post.publishNow}
        </Button>
      )}
      {mayPublish && hasFailed && (
        <Button variant="primary" isBusy={isBusy('retry')} onClick={() => move.mutate('retry')}>
          {posts.post.retryFailed}
        </Button>
      )}
      {isTheirs && (status === 'queued' || status === 'publishing') && (
        <Button isBusy={isBusy('cancel')} onClick={() => move.mutate('cancel')}>
          {posts.post.cancel}
        </Button>
      )}
      <Menu label={shell.more} align="end" triggerClass={squareButtonStyle} trigger={<Icon name="more" />}>
        {mayPublish && (
          <MenuItem
            onSelect={() =>
              void navigate({ to: '/p/$profileId/recurring', params: { profileId }, search: { rule: 'new', post: id } })
            }
          >
            {posts.post.repeat}
          </MenuItem>
        )}
        {mayWrite && status === 'draft' && post.kind === 'single' && (
          <MenuItem onSelect={() => setFanOut(true)}>{fanOut.open}</MenuItem>
        )}
        {mayWrite && <MenuItem onSelect={() => setSavingTemplate(true)}>{texts.saveAsTemplate}</MenuItem>}
        {mayWrite && <MenuItem onSelect={() => move.mutate('duplicate')}>{posts.post.duplicate}</MenuItem>}
        {isTheirs && (
          <MenuItem onSelect={() => move.mutate('trash')}>
            <span className="text-failed">{posts.post.trash}</span>
          </MenuItem>
        )}
      </Menu>
      {isSavingTemplate && <TemplateDialog post={post} onClose={() => setSavingTemplate(false)} />}
      {isFanningOut && <FanOutDialog post={post} onClose={() => setFanOut(false)} />}
      {move.error && (
        <div className="basis-full">
          <ProblemBanner error={move.error}>
            {isRefusal(move.error, 'warnings_unconfirmed') && (
              <Button onClick={() => move.mutate('confirm')}>{compose.confirm}</Button>
            )}
          </ProblemBanner>
        </div>
      )}
    </>
  )
}
