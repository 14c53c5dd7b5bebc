import type { Input } from '@posthorn/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { profilesQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import type { Post } from '#web/posts/post-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { inputStyle } from '#web/ui/form/labelled.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'

interface FanOutProps {
  readonly post: Post
  readonly onClose: () => void
}

/** Creates a version of a draft for each of several other profiles, all or none. Each can have its own text. */
export function FanOutDialog({ post, onClose }: FanOutProps) {
  const { fanOut, shell } = useMessages()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const others = useQuery(profilesQuery).data?.filter(({ id }) => id !== post.profileId) ?? []
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const chosen = Object.keys(texts)
  const toggle = (id: string) => {
    const { [id]: kept, ...rest } = texts
    setTexts(kept === undefined ? { ...texts, [id]: '' } : rest)
  }
  const make = useMutation({
    mutationFn: async () => {
      const children = Object.entries(texts).map(([profileId, text]) => ({
        profileId,
        ...(text.trim() && { content: text }),
      }))
      const { master } = await api.fanOutPost({ master: toMaster(post), children })
      // The new master has everything from the draft, so the draft is not needed any more.
      await api.deletePost({ id: post.id })
      return master.id
    },
    onSuccess: async (postId) => {
      await queries.invalidateQueries({ queryKey: ['posts'] })
      onClose()
      await navigate({ to: '/p/$profileId/posts/$postId', params: { profileId: post.profileId, postId } })
    },
  })
  return (
    <Dialog title={fanOut.title} lead={others.length === 0 ? fanOut.noOthers : fanOut.lead} isWide onClose={onClose}>
      <form
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          make.mutate()
        }}
      >
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {others.map(({ id, name }) => (
            <li key={id} className="grid gap-2 rounded-md border border-line p-3">
              <label className="flex min-h-8 cursor-pointer items-center gap-2.5 font-medium">
                <input type="checkbox" className="size-4" checked={id in texts} onChange={() => toggle(id)} />
                <bdi>{name}</bdi>
              </label>
              {id in texts && (
                <textarea
                  rows={2}
                  aria-label={fanOut.ownText(name)}
                  placeholder={post.content}
                  value={texts[id]}
                  onChange={(event) => setTexts({ ...texts, [id]: event.target.value })}
                  className={inputStyle}
                />
              )}
            </li>
          ))}
        </ul>
        {make.error && <ProblemBanner error={make.error} />}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" variant="primary" disabled={chosen.length === 0} isBusy={make.isPending}>
            {fanOut.make(chosen.length)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Converts a stored draft to the input for a new post, with all its content and accounts. */
function toMaster(post: Post): Input<'fanOutPost'>['master'] {
  const { profileId, content, title, media, format, thread, scheduledAt, timezone } = post
  const { tags, language, firstComment, link, settings, metadata, targets } = post
  const platforms = targets.map(({ platform, accountId, overrides }) => ({
    platform,
    ...(accountId && { accountId }),
    ...overrides,
  }))
  const words = { profileId, content, title, media, format, thread, tags, language, firstComment, link, settings }
  return {
    ...words,
    metadata,
    platforms,
    scheduledAt,
    timezone,
    saveAsDraft: true,
  } as Input<'fanOutPost'>['master']
}
