import { PosthornError } from '@posthorn/sdk'
import { type ReactNode, useEffect, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { now as serviceNow } from '#web/lib/clock.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { useCopy } from '#web/ui/form/use-copy.ts'
import { explain } from '#web/ui/problem/explain.ts'
import { RequestId } from '#web/ui/problem/request-id.tsx'
import { WayOn } from '#web/ui/problem/way-on.tsx'
import type { DraftEditor } from './draft-editor.ts'
import { nameField } from './name-field.ts'
import type { EditorView, SaveState } from './save-state.ts'

/** Shows notices about saving beyond its state, each with a next step. */
export function SaveNotes({ editor, view }: { readonly editor: DraftEditor; readonly view: EditorView }) {
  const messages = useMessages()
  const { saving, shell } = messages
  const { save, restoredFrom, taken, base } = view
  const [isRead, setRead] = useState(false)
  return (
    <>
      {save.kind === 'refused' && (
        <Note
          tone="bad"
          action={
            <div className="flex flex-wrap gap-2">
              <Button onClick={save.isGone ? editor.detach : editor.retry}>
                {save.isGone ? saving.keepAsNew : shell.retry}
              </Button>
              <WayOn error={save.error} />
              <CopyWords
                words={[view.draft.content, ...view.draft.thread.map(({ content }) => content)].join('\n\n')}
              />
            </div>
          }
        >
          <strong className="font-medium">{saving.refusedTitle}</strong> {explain(save.error, messages).text}
        </Note>
      )}
      {save.kind === 'waiting' && save.why === 'fault' && (
        <Note tone="bad" action={<Button onClick={editor.retry}>{shell.retry}</Button>}>
          {saving.faultNote}
          {save.error instanceof PosthornError && save.error.requestId && <RequestId id={save.error.requestId} />}
        </Note>
      )}
      {restoredFrom !== null && !isRead && (
        <Note tone="quiet" action={<Button onClick={() => setRead(true)}>{shell.close}</Button>}>
          {saving.restored(formatDayAndTime(restoredFrom))}
        </Note>
      )}
      {taken.length > 0 && save.kind !== 'conflict' && (
        <Note tone="quiet">{saving.merged(taken.map((field) => nameField(field, messages)).join(', '))}</Note>
      )}
      {base && !base.isDraft && base.draft.at !== null && <LastCall at={base.draft.at} />}
    </>
  )
}

/** Offers to copy the text if this brand no longer accepts it. */
function CopyWords({ words }: { readonly words: string }) {
  const { saving, shell } = useMessages()
  const { isCopied, copy } = useCopy(words)
  return <Button onClick={copy}>{isCopied ? shell.copied : saving.copyWords}</Button>
}

const soonMs = 120_000

/** Counts down shortly before a scheduled post is published, because the last saved version is sent. */
function LastCall({ at }: { readonly at: string }) {
  const { saving } = useMessages()
  const [now, setNow] = useState(() => serviceNow())
  useEffect(() => {
    const timer = setInterval(() => setNow(serviceNow()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const left = Math.ceil((Date.parse(at) - now) / 1_000)
  if (left > soonMs / 1_000 || left < -60) return null
  return <Note tone="bad">{left > 0 ? saving.goesOutIn(left) : saving.goesOutNow}</Note>
}

interface NoteProps {
  readonly tone: 'bad' | 'quiet'
  readonly action?: ReactNode
  readonly children: ReactNode
}

function Note({ tone, action, children }: NoteProps) {
  const style = tone === 'bad' ? 'border-failed/40 bg-failed/8' : 'border-line bg-sunken'
  return (
    <div role="status" className={`flex flex-wrap items-center justify-between gap-3 rounded-md border p-3 ${style}`}>
      <div className="min-w-0 flex-1 basis-64 text-ink-2">{children}</div>
      {action}
    </div>
  )
}

interface PillProps {
  readonly save: SaveState
  readonly onRetry: () => void
}

/** Shows the save state. It is a button if a retry may help. */
export function SavePill({ save, onRetry }: PillProps) {
  const { saving } = useMessages()
  const words = wordsOf(save, saving)
  const style = `inline-flex min-h-7 items-center gap-1.5 rounded-full text-sm ${save.kind === 'saved' ? 'sm:px-2.5' : 'px-2.5'} ${toneOf(save)}`
  if (save.kind === 'waiting' && save.why !== 'signed-out')
    return (
      <button type="button" onClick={onRetry} className={`${style} hover:underline`} aria-label={saving.tryNow(words)}>
        <Icon name="clock" className="size-3.5" />
        {words}
      </button>
    )
  return (
    <p role="status" aria-label={saving.label} className={style}>
      {save.kind === 'saved' && <Icon name="check" className="size-3.5" />}
      <span className={save.kind === 'saved' ? 'max-sm:sr-only' : ''}>{words}</span>
    </p>
  )
}

function wordsOf(save: SaveState, saving: ReturnType<typeof useMessages>['saving']): string {
  if (save.kind === 'waiting') return saving.waiting[save.why]
  return (
    { blank: '', edited: saving.edited, saving: saving.saving, saved: saving.saved, held: saving.held }[
      save.kind as 'blank'
    ] ?? (save.kind === 'conflict' ? saving.conflict : saving.refused)
  )
}

function toneOf({ kind }: SaveState): string {
  if (kind === 'waiting' || kind === 'held') return 'bg-held/12 text-held'
  if (kind === 'conflict' || kind === 'refused') return 'bg-failed/12 text-failed'
  return 'text-ink-3'
}
