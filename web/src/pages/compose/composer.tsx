import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { calls } from '#web/app/call.ts'
import { useFormCalls } from '#web/app/form-calls.ts'
import { postQuery } from '#web/app/queries.ts'
import { AccountPicker } from '#web/compose/account-picker.tsx'
import { CaptionsDialog } from '#web/compose/captions-dialog.tsx'
import { Issues } from '#web/compose/check/issues.tsx'
import { useLimits } from '#web/compose/check/limits.ts'
import { useCheck, useCounted } from '#web/compose/check/use-check.ts'
import { CoEditors } from '#web/compose/co-editors.tsx'
import { DetailsField } from '#web/compose/details-field.tsx'
import { type Account, isBlank, isUploading } from '#web/compose/draft/draft.ts'
import { toCreate, toFields } from '#web/compose/draft/request.ts'
import { ExampleButton } from '#web/compose/example-button.tsx'
import { MediaField } from '#web/compose/media/media-field.tsx'
import { useShownFiles } from '#web/compose/media/shown-media.ts'
import { mediaOf, useDroppedFiles, useGivenFiles, useLeaveGuard } from '#web/compose/media/use-media.ts'
import { NetworkOptions } from '#web/compose/options/network-options.tsx'
import { PreviewPane } from '#web/compose/preview/preview-pane.tsx'
import { showPost } from '#web/compose/preview/shown-post.ts'
import { ConflictNote } from '#web/compose/saving/conflict-note.tsx'
import type { DraftEditor } from '#web/compose/saving/draft-editor.ts'
import { SaveNotes, SavePill } from '#web/compose/saving/save-notes.tsx'
import { useEditorView } from '#web/compose/saving/use-draft-editor.ts'
import { SchedulePicker } from '#web/compose/schedule/schedule-picker.tsx'
import { TextField } from '#web/compose/text/text-field.tsx'
import { BeginThread } from '#web/compose/thread/begin-thread.tsx'
import { ThreadEditor } from '#web/compose/thread/thread-editor.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { findUnreadField } from '#web/lib/browser/find-unread-field.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Page } from '#web/ui/page.tsx'
import { SubmitBar } from './submit-bar.tsx'

interface ComposerProps {
  readonly profileId: string
  readonly accounts: readonly Account[]
  readonly zone: string
  readonly editor: DraftEditor
}

/** The form of a post, the service's findings, and the previews. */
export function Composer({ profileId, accounts, zone, editor }: ComposerProps) {
  const { compose, composeMedia, captions, preview } = useMessages()
  const view = useEditorView(editor)
  const { draft, base, save } = view
  const { change, update } = editor
  // The first save creates a draft, but for its author it is still a new post.
  const [isNew] = useState(base === null)
  const [open, setOpen] = useState<'captions' | 'preview' | null>(null)
  const [isTimeUnread, setTimeUnread] = useState(false)
  const issues = useRef<HTMLElement>(null)
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
  const shown = useMemo(
    () => targets.map((account) => showPost(account, { draft: counted, checked, limits, files })),
    [targets, counted, checked, limits, files],
  )
  const plan = useCallback((at: string | null) => change({ at }), [change])
  const parts = { draft, counted, targets, checked, limits, files }
  const close = () => setOpen(null)
  return (
    <Page title={isNew ? compose.title : compose.editTitle} actions={<SavePill save={save} onRetry={editor.retry} />}>
      <div className="relative grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_18rem] xl:grid-cols-[minmax(0,1fr)_22rem]">
        <CoEditors postId={base?.id ?? null} />
        <div ref={form} className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5">
          <SaveNotes editor={editor} view={view} />
          {save.kind === 'conflict' && (
            <ConflictNote key={save.theirs.etag} clashes={save.clashes} onSettle={editor.settle} />
          )}
          <AccountPicker
            accounts={accounts}
            chosen={draft.accountIds}
            onChange={(accountIds) => change({ accountIds })}
          />
          <TextField
            {...parts}
            onChange={change}
            tools={
              targets.length > 0 && (
                <div className="flex flex-wrap items-center">
                  <ExampleButton
                    draft={draft}
                    targets={targets}
                    onWrite={(content) => change({ content })}
                    addFiles={list.addFiles}
                  />
                  <Button
                    variant="quiet"
                    className="-me-2 shrink-0 max-md:min-h-11"
                    onClick={() => setOpen('captions')}
                  >
                    {captions.open}
                  </Button>
                </div>
              )
            }
          />
          <MediaField
            profileId={profileId}
            list={list}
            files={files}
            more={<BeginThread draft={draft} targets={targets} limits={limits} update={update} />}
          />
          <ThreadEditor {...parts} profileId={profileId} update={update} />
          <NetworkOptions draft={draft} targets={targets} onChange={change} />
          <DetailsField draft={draft} targets={targets} limits={limits} onChange={change} />
          <SchedulePicker profileId={profileId} zone={zone} at={draft.at} onChange={plan} onUnread={setTimeUnread} />
          {checked.check && targets.length > 0 && !isBlank(draft) && !isUploading(draft) && (
            <section ref={issues} tabIndex={-1} aria-label={compose.issues} className="outline-offset-4">
              <Issues
                profileId={profileId}
                check={checked.check}
                confirmed={draft.confirmed}
                onConfirm={(confirmed) => update((before) => ({ ...before, confirmed }))}
              />
            </section>
          )}
          <SubmitBar
            profileId={profileId}
            zone={zone}
            editor={editor}
            view={view}
            checked={checked}
            isTimeUnread={isTimeUnread}
            findUnread={() => findUnreadField(form.current)}
            onBlocked={() => issues.current?.focus()}
            onPreview={() => setOpen('preview')}
          />
        </div>
        <div className="max-lg:hidden lg:-mt-1.5 lg:sticky lg:top-[calc(var(--top)+1.5rem)] lg:max-h-[calc(100dvh-var(--top)-3rem)] lg:self-start lg:overflow-y-auto">
          <PreviewPane posts={shown} />
        </div>
      </div>
      {isOver && (
        <div className="pointer-events-none fixed inset-4 z-40 grid place-items-center rounded-lg border-2 border-brand border-dashed bg-bg/85 font-medium text-lg">
          {composeMedia.dropHere}
        </div>
      )}
      {open === 'captions' && <CaptionsDialog draft={draft} targets={targets} onChange={change} onClose={close} />}
      {open === 'preview' && (
        <Dialog title={preview.title} onClose={close}>
          <PreviewPane posts={shown} isBare />
          <Button onClick={close}>{compose.backToWriting}</Button>
        </Dialog>
      )}
    </Page>
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
