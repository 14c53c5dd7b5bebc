import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { Draft, DraftMedia } from './draft.ts'

interface MediaProps {
  readonly profileId: string
  readonly media: readonly DraftMedia[]
  readonly update: (revise: (before: Draft) => Draft) => void
}

/** The pictures and videos of a post, each with the words for people who cannot see it. */
export function MediaField({ profileId, media, update }: MediaProps) {
  const { compose } = useMessages()
  const id = useId()
  const replace = (key: string, changes: Partial<DraftMedia> | null) =>
    update((before) => ({
      ...before,
      confirmed: [],
      media: before.media.flatMap((one) => (one.key !== key ? one : changes ? { ...one, ...changes } : [])),
    }))
  const upload = useMutation({
    mutationFn: async ({ key, file }: { readonly key: string; readonly file: File }) => {
      const { storagePath } = await api.uploadMedia({ file, profileId })
      replace(key, { storagePath })
    },
    onError: (_, { key }) => replace(key, null),
  })
  const add = (files: FileList | null) => {
    for (const [nth, file] of [...(files ?? [])].entries()) {
      const key = `${Date.now()}-${nth}`
      const shown = {
        key,
        name: file.name,
        shownAt: URL.createObjectURL(file),
        isVideo: file.type.startsWith('video/'),
      }
      update((before) => ({ ...before, media: [...before.media, { ...shown, storagePath: null, altText: '' }] }))
      upload.mutate({ key, file })
    }
  }
  return (
    <section
      aria-label={compose.media}
      className="grid gap-3"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        add(event.dataTransfer.files)
      }}
    >
      {media.map((file) => (
        <MediaRow key={file.key} file={file} onChange={(changes) => replace(file.key, changes)} />
      ))}
      {upload.error && <ProblemBanner error={upload.error} />}
      <label
        htmlFor={id}
        className="flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-lg border border-line border-dashed text-ink-2 focus-within:outline-2 focus-within:outline-brand hover:bg-sunken"
      >
        <Icon name="image" />
        {compose.media}
        <input
          id={id}
          type="file"
          multiple
          accept="image/*,video/*"
          className="sr-only"
          onChange={(event) => {
            add(event.target.files)
            event.target.value = ''
          }}
        />
      </label>
    </section>
  )
}

interface RowProps {
  readonly file: DraftMedia
  readonly onChange: (changes: Partial<DraftMedia> | null) => void
}

function MediaRow({ file, onChange }: RowProps) {
  const { compose, shell } = useMessages()
  return (
    <div className="flex items-start gap-3 rounded-lg border border-line bg-surface p-3">
      <div className="grid size-20 shrink-0 place-items-center overflow-hidden rounded-md bg-sunken">
        {file.shownAt && !file.isVideo ? (
          <img src={file.shownAt} alt="" className="size-full object-cover" />
        ) : file.shownAt ? (
          <video src={file.shownAt} muted className="size-full object-cover" />
        ) : (
          <Icon name="image" />
        )}
      </div>
      <div className="grid min-w-0 flex-1 gap-2">
        <p className="flex items-center gap-2 truncate text-ink-2 text-sm">
          {file.storagePath === null && <Spinner />}
          <span className="truncate">{file.name}</span>
        </p>
        <textarea
          aria-label={compose.altText}
          placeholder={compose.altText}
          value={file.altText}
          onChange={(event) => onChange({ altText: event.target.value })}
          className="field-sizing-content w-full resize-none rounded-md border border-line-strong bg-surface px-2.5 py-1.5"
        />
      </div>
      <button
        type="button"
        aria-label={`${shell.remove}: ${file.name}`}
        onClick={() => onChange(null)}
        className="grid size-9 place-items-center rounded-md text-ink-3 hover:bg-sunken"
      >
        <Icon name="close" className="size-4" />
      </button>
    </div>
  )
}
