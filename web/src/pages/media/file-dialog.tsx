import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatBytes } from '#web/lib/number.ts'
import { formatDayAndTime, formatDistance } from '#web/lib/time.ts'
import { PostLink } from '#web/posts/post-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { inputStyle } from '#web/ui/form/labelled.tsx'
import { SaveButton } from '#web/ui/form/save-button.tsx'
import { StatusBadge } from '#web/ui/marks/status-badge.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { tell } from '#web/ui/toast.tsx'
import { isVideo, type MediaFile, type Uses, usesQuery } from './library-query.ts'

interface DialogProps {
  readonly file: MediaFile
  readonly onClose: () => void
}

/** Shows a file with its details. Writers of the brand can describe and delete it. */
export function FileDialog({ file, onClose }: DialogProps) {
  const { library, shell } = useMessages()
  const { mayWrite } = useRights()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const uses = useQuery(usesQuery(file.id))
  const remove = useMutation({
    mutationFn: () => api.deleteMedia({ id: file.id }),
    // A post may have used the file in the meantime: the list of posts then shows that instead.
    onError: () => queries.invalidateQueries({ queryKey: ['posts', 'of-media', file.id] }),
    onSuccess: async () => {
      onClose()
      tell({ title: library.removed(file.fileName) })
      await queries.invalidateQueries({ queryKey: ['media'] })
    },
  })
  if (isAsking && uses.data && uses.data.total > 0) {
    return (
      <Dialog title={library.inUseTitle(file.fileName)} lead={library.inUseLead} onClose={() => setAsking(false)}>
        <UsedIn uses={uses.data} />
        <Button className="justify-self-end" onClick={() => setAsking(false)}>
          {shell.close}
        </Button>
      </Dialog>
    )
  }
  if (isAsking) {
    return (
      <ConfirmDialog
        title={library.removeTitle(file.fileName)}
        lead={library.removeLead}
        action={library.remove}
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      />
    )
  }
  return (
    <Dialog isWide title={file.fileName} onClose={onClose}>
      <div className="grid max-h-[40vh] place-items-center overflow-hidden rounded-md bg-sunken">
        {isVideo(file) ? (
          <video src={file.url} controls poster={file.posterUrl ?? undefined} className="max-h-[40vh]">
            <track kind="captions" />
          </video>
        ) : (
          <img src={file.url} alt={file.altText ?? ''} className="max-h-[40vh] object-contain" />
        )}
      </div>
      <Facts file={file} />
      {uses.data && <UsedIn uses={uses.data} />}
      {mayWrite ? (
        <DescribeForm file={file} onRemove={() => setAsking(true)} onClose={onClose} />
      ) : (
        file.altText && <p dir="auto">{file.altText}</p>
      )}
    </Dialog>
  )
}

function Facts({ file: { width, height, durationMs, contentType, size, createdAt } }: Pick<DialogProps, 'file'>) {
  const { library } = useMessages()
  const facts = [
    contentType,
    formatBytes(size),
    ...(width !== null && height !== null ? [library.pixels(width, height)] : []),
    ...(durationMs !== null ? [library.seconds(Math.round(durationMs / 1_000))] : []),
    library.added(formatDistance(createdAt)),
  ]
  return <p className="text-ink-3 text-sm">{facts.join(' · ')}</p>
}

interface FormProps {
  readonly file: MediaFile
  readonly onRemove: () => void
  readonly onClose: () => void
}

/** Edits a file's alt text, and offers deletion. */
function DescribeForm({ file: { id, altText }, onRemove, onClose }: FormProps) {
  const { library, shell } = useMessages()
  const queries = useQueryClient()
  const [alt, setAlt] = useState(altText ?? '')
  const save = useMutation({
    mutationFn: () => api.updateMedia({ id, altText: alt.trim() || null }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['media'] }),
  })
  return (
    <form
      className="grid gap-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <label htmlFor="alt" className="font-medium">
        {library.alt}
      </label>
      <textarea
        id="alt"
        rows={3}
        dir="auto"
        maxLength={2_000}
        aria-describedby="alt-hint"
        value={alt}
        onChange={({ target }) => setAlt(target.value)}
        className={inputStyle}
      />
      <p id="alt-hint" className="text-ink-3 text-sm">
        {library.altHint}
      </p>
      {save.error && <ProblemBanner error={save.error} />}
      <div className="mt-2 flex flex-wrap justify-end gap-2">
        <Button variant="danger" className="me-auto" onClick={onRemove}>
          {library.remove}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {shell.close}
        </Button>
        <SaveButton isBusy={save.isPending} isDone={save.isSuccess} />
      </div>
    </form>
  )
}

/** The posts that use a file, each with a link. */
function UsedIn({ uses: { total, posts } }: { readonly uses: Uses }) {
  const { library, shell } = useMessages()
  if (total === 0) return <p className="text-ink-3 text-sm">{library.unused}</p>
  const hidden = total - posts.length
  return (
    <section aria-labelledby="used-in" className="grid gap-1.5">
      <h3 id="used-in" className="font-medium">
        {library.usedIn(total)}
      </h3>
      <ul className="max-h-44 divide-y divide-line overflow-y-auto rounded-md border border-line">
        {posts.map(({ id, profileId, content, status, scheduledAt, publishedAt, deletedAt }) => (
          <li key={id}>
            <PostLink
              post={{ id, profileId }}
              className="flex min-h-11 items-center gap-3 px-3 py-1.5 -outline-offset-2 hover:bg-sunken"
            >
              <span className="grid min-w-0 flex-1">
                <OneLine>{content || shell.post.untitled}</OneLine>
                {(deletedAt ?? publishedAt ?? scheduledAt) !== null && (
                  <span className="nums text-ink-3 text-sm">
                    {deletedAt ? library.inTrash : formatDayAndTime(publishedAt ?? scheduledAt ?? '')}
                  </span>
                )}
              </span>
              <StatusBadge status={status} of="post" />
            </PostLink>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="text-ink-3 text-sm">{library.usedElsewhere(hidden)}</p>}
    </section>
  )
}
