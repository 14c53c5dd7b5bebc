import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { labelKey } from '#rules/label-key.ts'
import { api } from '#web/app/api.ts'
import { queryClient } from '#web/app/queries.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { uploadFile } from '#web/compose/media/upload.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { acceptedFiles } from '#web/lib/file-types.ts'
import { LabelField } from '#web/posts/labels/label-field.tsx'
import { labelsQuery } from '#web/posts/labels/labels-query.ts'
import { LightLink } from '#web/posts/light-link.tsx'
import { Button, linkStyle } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { StatusBadge } from '#web/ui/marks/status-badge.tsx'
import { isRefusal } from '#web/ui/problem/problem-kind.ts'
import { faultOf, ProblemBanner } from '#web/ui/problem-banner.tsx'
import { type Idea, nameOf, refreshIdeas, type Stage } from './ideas-query.ts'
import { inLine } from './line.ts'

interface DialogProps {
  readonly idea: Idea
  readonly stages: readonly Stage[]
  readonly stageName: (stage: Stage) => string
  /** Returns the first idea of a stage. */
  readonly topOf: (stageId: string) => string | null
  readonly onWrite: (idea: Idea) => void
  readonly onRemove: (idea: Idea) => void
  readonly onClose: () => void
}

/** Shows an idea with all that it has. Those who may write can change it. */
export function IdeaDialog(props: DialogProps) {
  const { mayWrite } = useRights()
  return mayWrite ? <EditDialog {...props} /> : <ReadDialog {...props} />
}

function ReadDialog({ idea, onClose }: DialogProps) {
  const { ideas: words, shell } = useMessages('ideas')
  return (
    <Dialog title={nameOf(idea) || words.untitled} onClose={onClose}>
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {idea.text}
      </p>
      {idea.url && (
        <a href={idea.url} target="_blank" rel="noreferrer" className={`${linkStyle} wrap-anywhere`}>
          {idea.url}
        </a>
      )}
      <Posts idea={idea} />
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          {shell.close}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type Content = Pick<Idea, 'version' | 'title' | 'text' | 'url' | 'mediaIds' | 'labelIds'>

/** Returns what can be changed in an idea, for comparison. */
const contentOf = ({ title, text, url, mediaIds, labelIds }: Content): string =>
  JSON.stringify([title, text, url, mediaIds, labelIds])

function EditDialog({ idea: opened, stages, stageName, topOf, onWrite, onRemove, onClose }: DialogProps) {
  const { ideas: words, shell } = useMessages('ideas')
  const { profileId } = opened
  const labels = useQuery(labelsQuery(profileId)).data ?? []
  const namesOf = (ids: readonly string[]) => ids.flatMap((id) => labels.find((label) => label.id === id)?.name ?? [])
  /** The version that the fields are based on. Someone else may have changed the idea since it was opened. */
  const [base, setBase] = useState<Content>(opened)
  const [title, setTitle] = useState(opened.title)
  const [text, setText] = useState(opened.text)
  const [url, setUrl] = useState(opened.url ?? '')
  const [names, setNames] = useState<readonly string[] | null>(null)
  const [mediaIds, setMediaIds] = useState<readonly string[]>(opened.mediaIds)
  const [stageId, setStageId] = useState(opened.stageId)
  const chosen = names ?? namesOf(opened.labelIds)
  /** Saves what has changed. Returns false if someone else has changed the idea in the meantime. */
  const save = useMutation({
    mutationFn: async (): Promise<boolean> => {
      // A label may have been created just now.
      const known = names ? await queryClient.fetchQuery({ ...labelsQuery(profileId), staleTime: 0 }) : labels
      const labelIds = names
        ? names.flatMap((name) => known.find((one) => labelKey(one.name) === labelKey(name))?.id ?? [])
        : opened.labelIds
      const fields = { title: title.trim(), text, url: url.trim() || null, mediaIds: [...mediaIds], labelIds }
      const put = ({ version }: Content) =>
        inLine(() => api.updateIdea({ id: opened.id, ...fields }, { ifMatch: `"${version}"` }))
      try {
        await put(base)
      } catch (error) {
        if (!isRefusal(error, 'precondition_failed')) throw error
        const current = await api.getIdea({ id: opened.id })
        setBase(current)
        // A move makes a new version, too.
        if (contentOf(current) !== contentOf(base)) return false
        await put(current)
      }
      if (stageId !== opened.stageId)
        await inLine(() => api.moveIdea({ id: opened.id, stageId, beforeId: topOf(stageId) }))
      return true
    },
    onSettled: () => refreshIdeas(),
  })
  const finish = async (then: () => void) => {
    if (await save.mutateAsync().catch(() => false)) then()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void finish(onClose)
  }
  return (
    <Dialog title={words.dialog.title} onClose={onClose}>
      <form className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={submit}>
        <Field
          label={words.dialog.name}
          dir="auto"
          maxLength={200}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
          error={faultOf(save.error, '/title')}
        />
        <TextArea
          label={words.dialog.text}
          dir="auto"
          maxLength={5_000}
          rows={6}
          value={text}
          onChange={({ target }) => setText(target.value)}
          error={faultOf(save.error, '/text')}
        />
        <Field
          label={words.dialog.url}
          type="url"
          dir="ltr"
          maxLength={2_048}
          value={url}
          onChange={({ target }) => setUrl(target.value)}
          error={faultOf(save.error, '/url')}
        />
        <LabelField profileId={profileId} label={words.dialog.labels} value={chosen} onChange={setNames} />
        <Files profileId={profileId} mediaIds={mediaIds} onChange={setMediaIds} />
        <SelectField
          label={words.stage}
          value={stageId}
          onChange={({ target }) => setStageId(target.value)}
          options={Object.fromEntries(stages.map((stage) => [stage.id, stageName(stage)]))}
        />
        <Posts idea={opened} />
        {save.data === false && (
          <p role="alert" className="text-partial">
            {words.dialog.changed}
          </p>
        )}
        {save.error && <ProblemBanner error={save.error} />}
        <DialogActions>
          <Button
            variant="quiet"
            className="me-auto -ms-2"
            onClick={() => {
              onClose()
              onRemove(opened)
            }}
          >
            {words.dialog.remove}
          </Button>
          <Button onClick={() => void finish(() => onWrite(opened))}>{words.write}</Button>
          <Button type="submit" variant="primary" isBusy={save.isPending}>
            {shell.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** The image of a file, or a mark for one without. */
function FileTile({ id }: { readonly id: string }) {
  const file = useQuery({ queryKey: ['media', 'one', id], queryFn: () => api.getMedia({ id }) }).data
  const url = file && (file.contentType.startsWith('image/') ? file.url : file.posterUrl)
  if (url) return <img src={url} alt={file.altText ?? ''} className="size-16 rounded-md bg-sunken object-cover" />
  return (
    <span className="grid size-16 place-items-center rounded-md bg-sunken text-ink-3">
      <Icon name="file" />
    </span>
  )
}

interface FilesProps {
  readonly profileId: string
  readonly mediaIds: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
}

const mostFiles = 10

/** The files of an idea, which are uploaded as they are chosen. */
function Files({ profileId, mediaIds, onChange }: FilesProps) {
  const { ideas: words } = useMessages('ideas')
  const input = useRef<HTMLInputElement>(null)
  const add = useMutation({
    mutationFn: (file: File) =>
      uploadFile(file, { profileId, signal: new AbortController().signal, onProgress: () => {} }),
    onSuccess: ({ id }) => onChange([...mediaIds, id]),
  })
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">{words.dialog.files}</legend>
      <div className="flex flex-wrap items-center gap-2">
        {mediaIds.map((id, nth) => (
          <span key={id} className="relative">
            <FileTile id={id} />
            <button
              type="button"
              aria-label={words.dialog.removeFile(nth + 1)}
              onClick={() => onChange(mediaIds.filter((one) => one !== id))}
              className="-end-1.5 -top-1.5 absolute grid size-6 place-items-center rounded-full bg-raised text-ink-2 shadow-1 ring-1 ring-line-2 hover:text-ink"
            >
              <Icon name="close" className="size-3" />
            </button>
          </span>
        ))}
        {mediaIds.length < mostFiles && (
          <Button isBusy={add.isPending} onClick={() => input.current?.click()}>
            <Icon name="image" className="size-4" />
            {words.dialog.addFile}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept={acceptedFiles}
          aria-label={words.dialog.addFile}
          onChange={({ target }) => {
            const file = target.files?.[0]
            if (file) add.mutate(file)
            target.value = ''
          }}
        />
      </div>
      {add.error && <ProblemBanner error={add.error} />}
    </fieldset>
  )
}

/** The posts made from an idea. */
function Posts({ idea: { id, profileId, postCount } }: { readonly idea: Idea }) {
  const { ideas: words, shell } = useMessages('ideas')
  const posts =
    useQuery({
      queryKey: ['ideas', 'posts', id, postCount],
      queryFn: async () => (await api.listIdeaPosts({ id })).posts,
      enabled: postCount > 0,
    }).data ?? []
  if (posts.length === 0) return null
  return (
    <section aria-label={words.dialog.posts} className="grid gap-1.5">
      <h3 className="font-medium text-sm">{words.dialog.posts}</h3>
      <ul className="grid divide-y divide-line rounded-md border border-line">
        {posts.map((post) => (
          <li key={post.id}>
            <LightLink
              href={`/p/${profileId}/posts/${post.id}`}
              className="flex min-h-10 items-center gap-2 px-3 hover:bg-sunken"
            >
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {post.content || shell.post.untitled}
              </span>
              <StatusBadge status={post.status} of="post" />
            </LightLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
