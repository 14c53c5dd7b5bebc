import { useEffect, useState } from 'react'
import type { Account } from '#web/compose/draft/draft.ts'
import type { DraftEditor } from '#web/compose/saving/draft-editor.ts'
import { tabStore } from '#web/lib/browser/storage.ts'
import { usualAccounts } from './usual-accounts.ts'

/**
 * People can write before any account is connected. This tab stores the draft that they left to connect one, so that
 * the way back leads to it, and it then gets the accounts of a new post.
 */
const keyOf = (profileId: string): string => `posthorn.left-to-connect.${profileId}`

/** Records the draft. Its ID is empty while only this browser has it. */
export const noteLeftToConnect = (profileId: string, postId: string): void => tabStore.write(keyOf(profileId), postId)

/** Reads the draft. Null if none was left. */
export const readLeftToConnect = (profileId: string): string | null => tabStore.read(keyOf(profileId))

/** Chooses the first accounts for a post that was begun without any. */
export function useFirstAccounts(editor: DraftEditor, profileId: string, accounts: readonly Account[]): void {
  const [wasLeft] = useState(() => readLeftToConnect(profileId) === (editor.view.read().base?.id ?? ''))
  const [hadNone] = useState(accounts.length === 0)
  const isFirst = hadNone || wasLeft
  useEffect(() => {
    editor.noteAccounts(accounts)
    if (accounts.length === 0) return
    tabStore.remove(keyOf(profileId))
    if (isFirst && editor.view.read().draft.accountIds.length === 0)
      editor.change({ accountIds: usualAccounts(profileId, accounts) })
  }, [editor, profileId, accounts, isFirst])
}
