import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { calls } from '#web/app/call.ts'
import { useFormCalls } from '#web/app/form-calls.ts'
import { postQuery } from '#web/app/queries.ts'
import { AccountRow } from '#web/compose/accounts/account-row.tsx'
import { Issues } from '#web/compose/check/issues.tsx'
import { useLimits } from '#web/compose/check/limits.ts'
import { findTroubled, focusField, problemsOf } from '#web/compose/check/problems.ts'
import { useCheck, useCounted } from '#web/compose/check/use-check.ts'
import { CoEditors } from '#web/compose/co-editors.tsx'
import { type Account, isBlank, isUploading, withOwn } from '#web/compose/draft/draft.ts'
import { toCreate, toFields } from '#web/compose/draft/request.ts'
import { ExampleButton } from '#web/compose/example-button.tsx'
import { ExtrasField } from '#web/compose/extras/extras-field.tsx'
import { MediaField } from '#web/compose/media/media-field.tsx'
import { markVideos, useShownFiles } from '#web/compose/media/shown-media.ts'
import { mediaOf, useDroppedFiles, useGivenFiles, useLeaveGuard } from '#web/compose/media/use-media.ts'
import { useBoardName } from '#web/compose/options/account-options.ts'
import { NetworkOptions } from '#web/compose/options/network-options.tsx'
import { ConflictNote } from '#web/compose/saving/conflict-note.tsx'
import type { DraftEditor } from '#web/compose/saving/draft-editor.ts'
import { SaveNotes, SavePill } from '#web/compose/saving/save-notes.tsx'
import { useEditorView } from '#web/compose/saving/use-draft-editor.ts'
import { showPost } from '#web/compose/side/shown-post.ts'
import { SidePane } from '#web/compose/side/side-pane.tsx'
import { TextField } from '#web/compose/text/text-field.tsx'
import { BeginThread } from '#web/compose/thread/begin-thread.tsx'
import { ThreadEditor } from '#web/compose/thread/thread-editor.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { findUnreadField } from '#web/lib/browser/find-unread-field.ts'
import { makeImport } from '#web/lib/make-import.ts'
import { TeamDrawer } from '#web/posts/team/late-team.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceBar } from '#web/ui/choice/choice-bar.tsx'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import { ComposeFrame, type View } from './compose-frame.tsx'
import { useFirstAccounts } from './first-accounts.ts'
import { ProblemStrip } from './problem-strip.tsx'
import { SubmitBar } from './submit-bar.tsx'

const loadCaptions = makeImport(() => import('#web/compose/captions-dialog.tsx'))
/** Most posts are written without suggestions. */
const CaptionsDialog = makeLatePart(async () => (await loadCaptions()).CaptionsDialog)

const loadConnectFirst = makeImport(() => import('./connect-first.tsx'))
/** Most brands have accounts. */
const ConnectFirst = makeLatePart(async () => (await loadConnectFirst()).ConnectFirst)

interface ComposerProps {
  readonly profileId: string
  readonly accounts: readonly Account[]
  readonly zone: string
  readonly editor: DraftEditor
}

/** The form of a post on the left, and one of its accounts on the right: its preview, problems and options. */
export function Composer({ profileId, accounts, zone, editor }: ComposerProps) {
  const { compose, composeMedia, captions, writing } = useMessages()
  const isExampleWanted = useSearch({ from: '/p/$profileId/compose', select: ({ example }) => example === true })
  const view = useEditorView(editor)
  const { draft, base, save } = view
  const { change, update } = editor
  // The first save creates a draft, but for its author it is still a new post.
  const [isNew] = useState(base === null)
  const [isFresh] = useState(base === null && view.restoredFrom === null)
  const [isProposing, setProposing] = useState(false)
  const [column, setColumn] = useState<View>('write')
  const [shownId, setShownId] = useState<string | null>(null)
  const [isShared, setShared] = useState(true)
  const form = useRef<HTMLDivElement>(null)
  const counted = useCounted(draft)
  const checked = useCheck({ draft, counted, profileId, postId: isNew ? null : (base?.id ?? null), accounts })
  const limits = useLimits()
  const files = useShownFiles(draft)
  const list = mediaOf(draft, update, profileId, null)
  useFollowing(editor, base?.id ?? null)
  useGivenFiles(list.addFiles)
  const isOver = useDroppedFiles(list.addFiles)
  useLeaveGuard()
  useFirstAccounts(editor, profileId, accounts)
  useFormCalls(() => {
    const post = toCreate(draft, profileId, accounts)
    const write =
      isNew || base === null ? calls.createPost(post) : calls.updatePost({ id: base.id, ...toFields(draft, accounts) })
    return [write, calls.validatePost(post)]
  })
  const { accountIds } = draft
  const targets = useMemo(
    () => accountIds.flatMap((id) => accounts.find((account) => account.id === id) ?? []),
    [accountIds, accounts],
  )
  const shown = targets.find(({ id }) => id === shownId) ?? accounts.find(({ id }) => id === targets[0]?.id) ?? null
  const board = useBoardName(shown, draft)
  const post = useMemo(
    () => shown && showPost(shown, { draft: counted, checked, limits, files, board }),
    [shown, counted, checked, limits, files, board],
  )
  const isJudged = targets.length > 0 && !isBlank(draft) && !isUploading(draft)
  const check = isJudged && checked.about && !isBlank(checked.about) ? checked.check : null
  const troubled = useMemo(() => findTroubled(check, targets), [check, targets])
  const marked = useMemo(() => markVideos(draft, files), [draft, files])
  const plan = useCallback((at: string | null) => change({ at }), [change])
  const own = shown ? draft.own[shown.id]?.content : undefined
  const writesFor = shown && own !== undefined && !isShared ? shown : null
  const show = (id: string) => {
    setShownId(id)
    setShared(false)
  }
  const choose = (ids: readonly string[]) => change({ accountIds: ids })
  /** Moves the focus into a field, in whichever column it is. */
  const go = (account: Account | null) => (field: string) => {
    if (account) flushSync(() => show(account.id))
    if (focusField(form.current, field)) return
    flushSync(() => setColumn(column === 'write' ? 'preview' : 'write'))
    // A file that only one account has is not in the row of files.
    if (!focusField(form.current, field)) focusField(form.current, field.replace(/^media\..*/, 'media'))
  }
  /** Shows the first account with a problem, and moves the focus to its problems. */
  const showProblems = () => {
    const account = troubled.find(({ id }) => id === shown?.id) ?? troubled[0]
    if (account) flushSync(() => show(account.id))
    const find = () =>
      [...(form.current?.querySelectorAll<HTMLElement>('[data-problems]') ?? [])].find(
        (place) => place.getClientRects().length > 0,
      )
    // A narrow window shows warnings in the other column.
    if (account && !find()) flushSync(() => setColumn('preview'))
    find()?.focus()
  }
  const parts = { draft, counted, targets, checked, limits, files }
  const problems = shown ? problemsOf(check, shown) : []
  return (
    <div ref={form}>
      <ComposeFrame
        title={isNew ? compose.title : compose.editTitle}
        view={column}
        head={
          <>
            <SavePill save={save} onRetry={editor.retry} />
            <div className="ms-auto @3xl:hidden">
              <ChoiceBar
                label={writing.view}
                value={column}
                onChange={setColumn}
                options={[
                  ['write', writing.views.write],
                  ['preview', writing.views.preview],
                ]}
              />
            </div>
            <CoEditors postId={base?.id ?? null} />
          </>
        }
        accounts={
          accounts.length === 0 ? (
            <div className="min-h-13">
              <ConnectFirst profileId={profileId} editor={editor} />
            </div>
          ) : (
            <AccountRow
              profileId={profileId}
              accounts={accounts}
              chosen={accountIds}
              own={draft.own}
              shownId={shown?.id ?? null}
              troubled={new Set(troubled.map(({ id }) => id))}
              onShow={show}
              onChange={choose}
            />
          )
        }
        write={
          <>
            <SaveNotes editor={editor} view={view} />
            {save.kind === 'conflict' && (
              <ConflictNote key={save.theirs.etag} clashes={save.clashes} onSettle={editor.settle} />
            )}
            <ProblemStrip account={troubled[0] ?? null} check={check} onGo={go(troubled[0] ?? null)} />
            <MediaField profileId={profileId} list={list} files={files}>
              {(menu, strip) => (
                <TextField
                  profileId={profileId}
                  {...parts}
                  update={update}
                  isFresh={isFresh && !view.taken.includes('content')}
                  writesFor={writesFor}
                  onShared={() => setShared(true)}
                  onChange={change}
                  media={<div className="px-5 pb-4 empty:hidden">{strip}</div>}
                  menu={menu}
                  tools={
                    <>
                      <BeginThread draft={draft} targets={targets} limits={limits} update={update} />
                      {targets.length > 0 && (
                        <>
                          <Button
                            variant="quiet"
                            className="min-h-9! shrink-0 px-2! text-sm max-md:min-h-10!"
                            onClick={() => setProposing(true)}
                          >
                            <Icon name="spark" className="size-4" />
                            <span className="@max-lg:sr-only">{captions.open}</span>
                          </Button>
                          <ExampleButton
                            isWanted={isExampleWanted}
                            draft={draft}
                            targets={targets}
                            onWrite={(content) => change({ content })}
                            addFiles={list.addFiles}
                          />
                        </>
                      )}
                    </>
                  }
                />
              )}
            </MediaField>
            <ThreadEditor {...parts} profileId={profileId} update={update} />
            <ExtrasField profileId={profileId} draft={draft} targets={targets} limits={limits} onChange={change} />
            {!isNew && base && <TeamDrawer post={{ id: base.id, profileId, deletedAt: null }} />}
          </>
        }
        foot={
          <SubmitBar
            profileId={profileId}
            zone={zone}
            editor={editor}
            view={view}
            accounts={accounts}
            checked={checked}
            isReady={check !== null}
            onPlan={plan}
            findUnread={() => findUnreadField(form.current)}
            onBlocked={showProblems}
          />
        }
        side={
          shown && post ? (
            <SidePane
              account={shown}
              shown={post}
              isOnly={targets.length === 1}
              hasOwnText={own !== undefined}
              onCustomize={() => {
                change({ own: withOwn(draft.own, shown.id, { content: draft.content }) })
                show(shown.id)
                setColumn('write')
              }}
              onOnly={() => choose([shown.id])}
              onTurnOff={() => choose(accountIds.filter((id) => id !== shown.id))}
              problems={
                problems.length > 0 && (
                  <section data-problems tabIndex={-1} aria-label={compose.issues} className="-outline-offset-2">
                    <Issues
                      profileId={profileId}
                      problems={problems}
                      confirmed={draft.confirmed}
                      onConfirm={(confirmed) => update((before) => ({ ...before, confirmed }))}
                      onGo={go(shown)}
                    />
                  </section>
                )
              }
              options={
                <NetworkOptions
                  key={shown.id}
                  draft={marked}
                  account={shown}
                  targets={targets}
                  limits={limits}
                  onChange={change}
                />
              }
            />
          ) : (
            <p className="p-8 text-center text-ink-3">
              {accounts.length === 0 ? writing.noPreviews : writing.noAccount}
            </p>
          )
        }
      />
      {isOver && (
        <div className="pointer-events-none fixed inset-4 z-40 grid place-items-center rounded-lg border-2 border-brand border-dashed bg-bg/85 font-medium text-lg">
          {composeMedia.dropHere}
        </div>
      )}
      {isProposing && (
        <CaptionsDialog draft={draft} targets={targets} onChange={change} onClose={() => setProposing(false)} />
      )}
    </div>
  )
}

/** Live events report that someone else is editing a draft. The page also polls, in case they do not arrive. */
const pollMs = 30_000

/** Detects changes to the post elsewhere. */
function useFollowing(editor: DraftEditor, postId: string | null): void {
  const post = useQuery({ ...postQuery(postId ?? ''), enabled: postId !== null, refetchInterval: pollMs })
  const updatedAt = post.data?.id === postId ? post.data?.updatedAt : undefined
  useEffect(() => {
    if (updatedAt) void editor.notice(updatedAt)
  }, [editor, updatedAt])
}
