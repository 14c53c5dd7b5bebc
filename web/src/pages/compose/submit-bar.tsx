import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { profilesQuery } from '#web/app/queries.ts'
import { useRights } from '#web/app/rights/rights.ts'
import type { Checked } from '#web/compose/check/use-check.ts'
import { type Account, type Draft, isBlank, isUploading } from '#web/compose/draft/draft.ts'
import type { DraftEditor } from '#web/compose/saving/draft-editor.ts'
import type { EditorView } from '#web/compose/saving/save-state.ts'
import { useFreeSlot } from '#web/compose/schedule/free-slot.ts'
import { countLater } from '#web/compose/schedule/own-times.ts'
import { ScheduleField } from '#web/compose/schedule/schedule-field.tsx'
import { type Messages, useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { useNarrow } from '#web/lib/browser/use-narrow.ts'
import { makeImport } from '#web/lib/make-import.ts'
import { formatInZone } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { isRefusal } from '#web/ui/problem/problem-kind.ts'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { FootState } from './foot-state.tsx'
import { useOutageEnd } from './use-outage-end.ts'
import { type Intent, keepUndoSeconds, readUndoSeconds, undoChoices, useSubmit } from './use-submit.ts'

/** The people who approve. Most brands require no approval. */
const Approvers = makeLatePart(async () => {
  const [part, texts] = await Promise.all([import('./approvers.tsx'), import('#web/posts/approval/open-texts.ts')])
  await texts.openStepTexts()
  return part.Approvers
})
const loadConnectFirst = makeImport(() => import('./connect-first.tsx'))
// The picker of the time is closed at first.
const loadOwnTimes = makeImport(() => import('#web/compose/schedule/own-times-field.tsx'))
const OwnTimesField = makeLatePart(async () => (await loadOwnTimes()).OwnTimesField)
const ConnectLink = makeLatePart(async () => (await loadConnectFirst()).ConnectLink)

interface SubmitProps {
  readonly profileId: string
  readonly zone: string
  readonly editor: DraftEditor
  readonly view: EditorView
  /** The accounts of the profile. */
  readonly accounts: readonly Account[]
  readonly checked: Checked
  /** True if the post has been checked and has content. */
  readonly isReady: boolean
  readonly onPlan: (at: string | null) => void
  /** Finds a field of the form whose text the browser cannot parse. */
  readonly findUnread: () => HTMLInputElement | null
  /** Shows what prevents publishing. */
  readonly onBlocked: () => void
}

/** The footer: what is left to fix, the time of the post, and a button that says what happens. */
export function SubmitBar(props: SubmitProps) {
  const { profileId, zone, editor, view, accounts, checked, isReady, onPlan, findUnread, onBlocked } = props
  const { compose, writing } = useMessages()
  const { maySubmit } = useRights()
  // A contributor to a brand without approvals writes drafts, which someone else publishes.
  const main: Intent = maySubmit ? 'go' : 'draft'
  const brand = useQuery(profilesQuery).data?.find(({ id }) => id === profileId)
  const needsApproval = (brand?.requiredApprovals ?? 0) > 0
  const submit = useSubmit(profileId, editor, needsApproval)
  const [held, setHeld] = useState<Intent | null>(null)
  const [awaited, setAwaited] = useState<Awaited | null>(null)
  const [unread, setUnread] = useState<HTMLInputElement | null>(null)
  const [isTimeUnread, setTimeUnread] = useState(false)
  const [isTimeOpen, setTimeOpen] = useState(false)
  const [undo, setUndo] = useState(readUndoSeconds)
  // A phone has no room for the button next to the time.
  const isNarrow = useNarrow()
  const { draft, base } = view
  const isPlanned = base !== null && !base.isDraft
  const free = useFreeSlot(profileId, draft.accountIds, !isPlanned)
  const unreadTime = isTimeUnread ? compose.unreadTime : null
  const goBlocker = accounts.length > 0 ? findBlocker(view, checked, compose) : compose.noAccounts
  const blocker = {
    go: unreadTime ?? goBlocker,
    draft: unreadTime ?? findEmptiness(view, compose) ?? (isUploading(draft) ? compose.stillUploading : null),
    queue: goBlocker,
  }
  const review = (intent: Intent) => {
    setHeld(intent)
    onBlocked()
  }
  const press = (intent: Intent) => {
    const field = findUnread()
    setUnread(field)
    // The picker hides its fields while it is closed.
    if (isTimeUnread || field?.type === 'time') setTimeOpen(true)
    if (field) return requestAnimationFrame(() => field.focus())
    setHeld(blocker[intent] === null ? null : intent)
    setAwaited(blocker[intent] === compose.stillUploading ? { intent, files: countFiles(draft) } : null)
    if (blocker[intent] === null)
      return submit.mutate({ intent, free: free ?? null }, { onError: (error) => needsReview(error) && review(intent) })
    if (!isTimeUnread) onBlocked()
  }
  useSendKey(() => press(main))
  // A file that was removed or added since is a change of mind.
  const isWaiting = awaited !== null && awaited.files === countFiles(draft)
  const isChecked = checked.isCurrent || checked.error !== null
  useOnceUploaded(isWaiting && !isUploading(draft) && isChecked, () => {
    setAwaited(null)
    if (awaited) press(awaited.intent)
  })
  const failure = needsReview(submit.error) ? null : submit.error
  const error = failure ?? (draft.accountIds.length > 0 ? checked.error : null)
  const queries = useQueryClient()
  useOutageEnd(error, view.save, () => {
    submit.reset()
    void queries.invalidateQueries({ queryKey: ['check'] })
  })
  const action = maySubmit
    ? actionOf(view, zone, needsApproval, { compose, writing })
    : { word: compose.saveDraft, name: compose.saveDraft }
  // Another choice may have replaced the field since.
  const alert =
    unread?.isConnected && unread.validity.badInput
      ? compose.unreadField(nameOf(unread))
      : held === null
        ? null
        : isWaiting
          ? `${compose.stillUploading} ${writing.sendsWhenUploaded}`
          : blocker[held]
  return (
    <div className="sticky bottom-14 z-10 border-line border-t bg-surface @max-3xl:order-2 md:bottom-0">
      {error && (
        <div className="px-4 pt-3 @5xl:px-8">
          <ProblemBanner error={error} />
        </div>
      )}
      <div className="relative flex min-h-16 flex-wrap items-center justify-end gap-2 px-4 py-2 @3xl:gap-2.5 @5xl:px-8">
        <div className="min-w-0 flex-1 basis-40 empty:hidden @max-5xl:basis-full">
          <FootState
            alert={alert}
            way={alert === compose.noAccounts && <ConnectLink profileId={profileId} editor={editor} isText />}
            checked={checked}
            isReady={isReady}
            onShow={onBlocked}
          />
          {maySubmit && checked.check?.approval && <Approvers ahead={checked.check.approval} />}
        </div>
        {!isPlanned && maySubmit && (
          <Button
            variant="quiet"
            className="max-md:hidden"
            isBusy={submit.isPending && submit.variables.intent === 'draft'}
            disabled={isUploading(draft)}
            onClick={() => press('draft')}
          >
            {compose.saveDraft}
          </Button>
        )}
        <div className="min-w-0 @max-lg:flex-1">
          <ScheduleField
            profileId={profileId}
            zone={zone}
            at={draft.at}
            isUnread={isTimeUnread}
            isOpen={isTimeOpen}
            free={free === undefined ? undefined : (free?.at ?? null)}
            onOpenChange={setTimeOpen}
            onChange={onPlan}
            onUnread={setTimeUnread}
            later={countLater(draft)}
          >
            <OwnTimesField draft={draft} accounts={accounts} zone={zone} onChange={editor.change} />
          </ScheduleField>
        </div>
        <div className="flex">
          <Button
            variant="primary"
            className="rounded-e-none! max-md:min-h-11"
            isBusy={submit.isPending && (submit.variables.intent === main || submit.variables.intent === 'queue')}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            aria-label={isTimeUnread ? compose.checkTime : action.name}
            title={isTimeUnread ? undefined : action.name}
            onClick={() => press(main)}
          >
            {isTimeUnread ? compose.checkTime : action.word}
          </Button>
          <Menu
            label={compose.moreWays}
            align="end"
            triggerClass="grid min-h-9 w-9 place-items-center rounded-e-md border-on-brand/30 border-s bg-brand text-on-brand hover:opacity-90 max-md:min-h-11 max-md:w-11"
            trigger={<Icon name="chevron" className="size-4" />}
          >
            {!isPlanned && maySubmit && free && (
              <MenuItem onSelect={() => press('queue')}>
                {writing.addToNext(formatInZone(free.at, zone, 'long'))}
              </MenuItem>
            )}
            {(isPlanned || isNarrow) && (
              <MenuItem onSelect={() => press('draft')}>{isPlanned ? compose.backToDraft : compose.saveDraft}</MenuItem>
            )}
            {draft.at !== null && <MenuItem onSelect={() => onPlan(null)}>{compose.now}</MenuItem>}
            {(isPlanned || isNarrow || free || draft.at !== null) && <MenuLine />}
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

/** Returns true if the service found a warning that the page had not shown yet. The check shows it shortly after. */
const needsReview = (error: Error | null): boolean => isRefusal(error, 'warnings_unconfirmed')

/** An action that was pressed during an upload, and the number of files of the post at that time. */
interface Awaited {
  readonly intent: Intent
  readonly files: number
}

const countFiles = ({ media, thread }: Draft): number => [media, ...thread.map((part) => part.media)].flat().length

const nameOf = ({ labels }: HTMLInputElement): string => labels?.[0]?.textContent ?? ''

/** Returns what prevents publishing. Null if this page knows of nothing. */
function findBlocker(view: EditorView, { check, isCurrent }: Checked, words: Messages['compose']): string | null {
  const { draft, save } = view
  if (draft.accountIds.length === 0) return words.chooseAccount
  const emptiness = findEmptiness(view, words)
  if (emptiness !== null) return emptiness
  if (isUploading(draft)) return words.stillUploading
  if (save.kind === 'conflict') return words.settleFirst
  if (!isCurrent || !check) return null
  if (check.errors.length > 0) return words.fixFirst(check.errors.length)
  return check.warnings.length > 0 ? words.confirmFirst(check.warnings.length) : null
}

/** Returns a message if there is nothing to save yet, not even as a draft. */
const findEmptiness = ({ draft, base }: EditorView, words: Messages['compose']): string | null =>
  base === null && isBlank(draft) ? words.writeFirst : null

interface Action {
  /** The text of the button. */
  readonly word: string
  /** The accessible name, which also says to how many accounts, and when. */
  readonly name: string
}

function actionOf(
  { draft, base }: EditorView,
  zone: string,
  needsApproval: boolean,
  { compose, writing }: Pick<Messages, 'compose' | 'writing'>,
): Action {
  const count = draft.accountIds.length
  if (needsApproval) return { word: writing.ask, name: count === 0 ? writing.ask : writing.askFor(count) }
  if (draft.at === null)
    return { word: writing.publish, name: count === 0 ? writing.publish : compose.publishTo(count) }
  const when = formatInZone(draft.at, zone, 'long')
  if (base && !base.isDraft) return { word: writing.update, name: compose.update(when) }
  return { word: writing.schedule, name: compose.scheduleFor(count, when) }
}

/** Continues what was pressed during an upload, once it is done and the post is checked with its files. */
function useOnceUploaded(isDue: boolean, act: () => unknown): void {
  const resume = useEffectEvent(act)
  useEffect(() => {
    if (isDue) resume()
  }, [isDue])
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
