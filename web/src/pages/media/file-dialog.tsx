import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { api } from '#web/app/api.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { StockSource } from '#web/compose/media/stock/late-stock.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatBytes } from '#web/lib/number.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import { LabelField } from '#web/posts/labels/label-field.tsx'
import { PostLink } from '#web/posts/post-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { SaveButton } from '#web/ui/form/save-button.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { StatusBadge } from '#web/ui/marks/status-badge.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { faultOf, ProblemBanner } from '#web/ui/problem-banner.tsx'
import { tell } from '#web/ui/toast.tsx'
import { isVideo, type MediaFile, type Uses, usesQuery } from './library-query.ts'

interface DialogProps {
  readonly file: MediaFile
  readonly onClose: () => void
}

/** Shows a file with its details. Writers of the brand can describe and delete it. */
export function FileDialog({ file, onClose }: DialogProps) {
  const { library, shell } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { mayWrite } = useRights()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const uses = useQuery(usesQuery(file.id))
  const form = useDescribeForm(file)
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
        <DialogActions>
          <Button onClick={() => setAsking(false)}>{shell.close}</Button>
        </DialogActions>
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
      <div className="grid items-start gap-5 md:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="grid min-h-48 place-items-center overflow-hidden rounded-md bg-sunken">
          {isVideo(file) ? (
            <video src={file.url} controls poster={file.posterUrl ?? undefined} className="max-h-[52vh]">
              <track kind="captions" />
            </video>
          ) : (
            <img src={file.url} alt={file.altText ?? ''} className="max-h-[52vh] object-contain" />
          )}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {mayWrite ? (
            <DescribeFields profileId={profileId} form={form} />
          ) : (
            file.altText && <p dir="auto">{file.altText}</p>
          )}
          <Facts file={file} />
        </div>
      </div>
      {uses.data && <UsedIn uses={uses.data} />}
      {form.save.error && <ProblemBanner error={form.save.error} />}
      <DialogActions>
        {mayWrite && (
          <Button variant="danger" className="me-auto" onClick={() => setAsking(true)}>
            {library.remove}
          </Button>
        )}
        <Button variant="quiet" onClick={onClose}>
          {shell.close}
        </Button>
        {mayWrite && <SaveButton form={form.id} isBusy={form.save.isPending} isDone={form.save.isSuccess} />}
      </DialogActions>
    </Dialog>
  )
}

function Facts({
  file: { width, height, durationMs, contentType, size, createdAt, source },
}: Pick<DialogProps, 'file'>) {
  const { library } = useMessages()
  return (
    <dl className="grid gap-2 text-sm">
      <Fact name={library.facts.type}>{contentType}</Fact>
      <Fact name={library.facts.size}>
        {[
          formatBytes(size),
          ...(width !== null && height !== null ? [library.pixels(width, height)] : []),
          ...(durationMs !== null ? [library.seconds(Math.round(durationMs / 1_000))] : []),
        ].join(' · ')}
      </Fact>
      <Fact name={library.facts.added}>{formatDayAndTime(createdAt)}</Fact>
      {source && <StockSource source={source} contentType={contentType} />}
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

type DescribeForm = ReturnType<typeof useDescribeForm>

/** The alt text and the labels of a file while they are edited. */
function useDescribeForm({ id, altText, tags }: MediaFile) {
  const queries = useQueryClient()
  const [alt, setAlt] = useState(altText ?? '')
  const [labels, setLabels] = useState<readonly string[]>(tags)
  const save = useMutation({
    mutationFn: () => api.updateMedia({ id, altText: alt.trim() || null, tags: [...labels] }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['media'] }),
  })
  return { id: useId(), alt, setAlt, labels, setLabels, save }
}

/** Edits a file's alt text and labels. */
function DescribeFields({
  profileId,
  form: { id, alt, setAlt, labels, setLabels, save },
}: {
  readonly profileId: string
  readonly form: DescribeForm
}) {
  const { library } = useMessages()
  return (
    <form
      id={id}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <TextArea
        label={library.alt}
        hint={library.altHint}
        dir="auto"
        maxLength={2_000}
        value={alt}
        onChange={({ target }) => setAlt(target.value)}
      />
      <LabelField
        profileId={profileId}
        label={library.labels}
        value={labels}
        onChange={setLabels}
        error={faultOf(save.error, '/tags')}
      />
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
      <ul className="divide-y divide-line overflow-y-auto rounded-md border border-line">
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
