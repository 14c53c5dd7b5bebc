import { useEffect, useState } from 'react'
import { useSession } from '#web/app/session.ts'
import { useStore } from '#web/lib/store.ts'
import { type Account, type Draft, newKey } from '../draft/draft.ts'
import { knownVersionOf, readPost } from './calls.ts'
import { type Copy, holdCopy, listCopies } from './copies.ts'
import { DraftEditor } from './draft-editor.ts'
import type { EditorView } from './save-state.ts'

interface Opening {
  readonly profileId: string
  readonly postId: string | null
  readonly accounts: readonly Account[]
  /** The initial draft of a new post. */
  readonly given: Draft
  readonly onCreated: (postId: string) => void
}

/** Opens the post with the text that is stored in this browser but not yet at the service. */
async function openEditor({ profileId, postId, accounts, given, onCreated }: Opening): Promise<DraftEditor> {
  for (const copy of await listCopies(profileId, postId)) {
    const release = await holdCopy(copy.id)
    if (!release) continue
    if (!copy.isGiven) return new DraftEditor({ copy, accounts, release, onCreated, restoredFrom: copy.savedAt })
    const draft = { ...given, content: copy.draft.content }
    return new DraftEditor({ copy: { ...copy, draft }, accounts, release, onCreated, restoredFrom: null })
  }
  const id = newKey()
  const written = postId === null ? null : await readPost(postId, accounts)
  const copy: Copy = {
    id,
    profileId,
    postId,
    draft: written?.draft ?? given,
    base: written && knownVersionOf(written, written.draft),
    birth: null,
    sent: [],
    savedAt: new Date().toISOString(),
  }
  const release = (await holdCopy(id)) ?? (() => {})
  return new DraftEditor({ copy, accounts, release, onCreated, restoredFrom: null })
}

type Opened =
  | { readonly state: 'opening' }
  | { readonly state: 'open'; readonly editor: DraftEditor }
  | { readonly state: 'failed'; readonly error: Error; readonly retry: () => void }

/** Opens the editor of a post while the page shows it. */
export function useDraftEditor(opening: Opening): Opened {
  const [opened, setOpened] = useState<Opened>({ state: 'opening' })
  const [tries, setTries] = useState(1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page of another post is another component
  useEffect(() => {
    let isGone = false
    let editor: DraftEditor | null = null
    openEditor(opening).then(
      (found) => {
        editor = found
        if (isGone) void found.close()
        else setOpened({ state: 'open', editor: found })
      },
      (error: unknown) => {
        if (!isGone && error instanceof Error) setOpened({ state: 'failed', error, retry: () => setTries(tries + 1) })
      },
    )
    return () => {
      isGone = true
      void editor?.close()
    }
  }, [tries])
  return opened
}

/** Subscribes to an editor. Saves when the page is hidden, and retries when the cause of a failure may be gone. */
export function useEditorView(editor: DraftEditor): EditorView {
  const session = useSession()
  const view = useStore(editor.view)
  useEffect(() => {
    const hide = () => {
      if (document.visibilityState === 'hidden') void editor.flush()
    }
    document.addEventListener('visibilitychange', hide)
    addEventListener('online', editor.retry)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      removeEventListener('online', editor.retry)
    }
  }, [editor])
  const isSignedIn = session.state === 'in'
  useEffect(() => {
    if (isSignedIn) editor.retry()
  }, [editor, isSignedIn])
  return view
}
