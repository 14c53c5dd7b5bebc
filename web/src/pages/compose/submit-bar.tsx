import { useEffect, useEffectEvent, useState } from 'react'
import type { Checked } from '#web/compose/check/use-check.ts'
import { isBlank, isUploading } from '#web/compose/draft/draft.ts'
import type { DraftEditor } from '#web/compose/saving/draft-editor.ts'
import type { EditorView } from '#web/compose/saving/save-state.ts'
import { type Messages, useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatInZone } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { type Intent, keepUndoSeconds, readUndoSeconds, undoChoices, useSubmit } from './use-submit.ts'

interface SubmitProps {
  readonly profileId: string
  readonly zone: string
  readonly editor: DraftEditor
  readonly view: EditorView
  readonly checked: Checked
  /** True while the typed time cannot be parsed. */
  readonly isTimeUnread: boolean
  /** Finds a field of the form whose text the browser cannot parse. */
  readonly findUnread: () => HTMLInputElement | null
  /** Shows what prevents publishing. */
  readonly onBlocked: () => void
  /** Shows the previews, if they do not fit next to the form. */
  readonly onPreview: () => void
}

/** Submits the post. The button says what happens, to how many accounts, and when. */
export function SubmitBar(props: SubmitProps) {
  const { profileId, zone, editor, view, checked, isTimeUnread, findUnread, onBlocked, onPreview } = props
  const { compose, preview } = useMessages()
  const submit = useSubmit(profileId, editor)
  const [held, setHeld] = useState<Intent | null>(null)
  const [unread, setUnread] = useState<HTMLInputElement | null>(null)
  const [undo, setUndo] = useState(readUndoSeconds)
  const { draft, base } = view
  const unreadTime = isTimeUnread ? compose.unreadTime : null
  const blocker = {
    go: unreadTime ?? findBlocker(view, checked, compose),
    draft: unreadTime ?? findEmptiness(view, compose),
  }
  const press = (intent: Intent) => {
    const field = findUnread()
    setUnread(field)
    if (field) return field.focus()
    setHeld(blocker[intent] === null ? null : intent)
    if (blocker[intent] === null) return submit.mutate(intent)
    onBlocked()
  }
  useSendKey(() => press('go'))
  const error = submit.error ?? (draft.accountIds.length > 0 ? checked.error : null)
  const isPlanned = base !== null && !base.isDraft
  return (
    <div className="sticky bottom-14 z-10 -mx-4 grid gap-3 border-line border-t bg-bg px-4 py-3 sm:mx-0 sm:px-0 md:bottom-0">
      {error && <ProblemBanner error={error} />}
      {unread?.validity.badInput ? (
        <p role="alert" className="text-failed">
          {compose.unreadField(nameOf(unread))}
        </p>
      ) : (
        held !== null &&
        blocker[held] !== null && (
          <p role="alert" className="text-failed">
            {blocker[held]}
          </p>
        )
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <Button className="max-md:min-h-11 lg:hidden" onClick={onPreview}>
          {preview.title}
        </Button>
        {!isPlanned && (
          <Button
            className="max-sm:hidden"
            isBusy={submit.isPending && submit.variables === 'draft'}
            disabled={isUploading(draft)}
            onClick={() => press('draft')}
          >
            {compose.saveDraft}
          </Button>
        )}
        <div className="flex max-sm:flex-1">
          <Button
            variant="primary"
            className="rounded-e-none! max-md:min-h-11 max-sm:flex-1 max-sm:leading-tight"
            isBusy={submit.isPending && submit.variables === 'go'}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            onClick={() => press('go')}
          >
            {isTimeUnread ? compose.checkTime : verbOf(view, zone, compose)}
          </Button>
          <Menu
            label={compose.moreWays}
            align="end"
            triggerClass="grid min-h-9 w-9 place-items-center rounded-e-md border-on-brand/30 border-s bg-brand text-on-brand hover:opacity-90 max-md:min-h-11 max-md:w-11"
            trigger={<Icon name="chevron" className="size-4" />}
          >
            <MenuItem onSelect={() => press('draft')}>{isPlanned ? compose.backToDraft : compose.saveDraft}</MenuItem>
            {draft.at !== null && <MenuItem onSelect={() => editor.change({ at: null })}>{compose.now}</MenuItem>}
            <MenuLine />
            <MenuChoice
              label={compose.undoTime}
              value={String(undo)}
              options={Object.fromEntries(undoChoices.map((seconds) => [seconds, compose.undoSeconds(seconds)]))}
              onChange={(seconds) => {
                keepUndoSeconds(Number(seconds))
                setUndo(Number(seconds))
              }}
            />
          </Menu>
        </div>
      </div>
    </div>
  )
}

const nameOf = ({ labels }: HTMLInputElement): string => labels?.[0]?.textContent ?? ''

/** Returns what prevents publishing. Null if this page knows of nothing. */
function findBlocker(view: EditorView, { check, isCurrent }: Checked, words: Messages['compose']): string | null {
  const { draft, save } = view
  if (draft.accountIds.length === 0) return words.chooseAccount
  const emptiness = findEmptiness(view, words)
  if (emptiness !== null) return emptiness
  if (isUploading(draft)) return words.stillUploading
  if (save.kind === 'conflict') return words.settleFirst
  if (isCurrent && check && check.errors.length > 0) return words.fixFirst(check.errors.length)
  if (isCurrent && check && check.warnings.length > 0) return words.confirmFirst(check.warnings.length)
  return null
}

/** Returns a message if there is nothing to save yet, not even as a draft. */
const findEmptiness = ({ draft, base }: EditorView, words: Messages['compose']): string | null =>
  base === null && isBlank(draft) ? words.writeFirst : null

function verbOf({ draft, base }: EditorView, zone: string, words: Messages['compose']): string {
  const count = draft.accountIds.length
  if (draft.at === null) return words.publishTo(count)
  const when = formatInZone(draft.at, zone, 'long')
  return base && !base.isDraft ? words.update(when) : words.scheduleFor(count, when)
}

/** Submits with Control+Enter or Command+Enter, wherever the focus is. */
function useSendKey(send: () => void): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    send()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => act(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
