import { type Issue, useCheck } from '../../check/use-check.ts'
import type { Account, Draft, DraftMedia } from '../../draft/draft.ts'

interface Input {
  readonly draft: Draft
  readonly profileId: string
  readonly accounts: readonly Account[]
  readonly file: DraftMedia
  /** The part of the thread that has the file. Null for the post itself. */
  readonly part: string | null
  /** The account that the file is shown for. Empty for all. */
  readonly accountId: string
}

interface FileIssue {
  readonly network: Account['network'] | null
  readonly issue: Issue
}

/** Checks a draft with the service, and returns the errors of one file: once for each network and message. */
export function useFileIssues({ draft, profileId, accounts, file, part, accountId }: Input): readonly FileIssue[] {
  const { check } = useCheck({ draft, counted: draft, profileId, postId: null, accounts })
  const media = part === null ? draft.media : (draft.thread.find(({ key }) => key === part)?.media ?? [])
  const nth = media.filter(({ storagePath }) => storagePath !== null).findIndex(({ key }) => key === file.key)
  const places = draft.accountIds.filter((id) => accounts.some((account) => account.id === id))
  const list = part !== null ? `/thread/${draft.thread.findIndex(({ key }) => key === part)}` : ''
  const path = `${accountId === '' ? list : ownPath(draft, accountId, places)}/media/${nth}`
  const found = new Map<string, FileIssue>()
  for (const issue of check?.errors ?? []) {
    const isAbout = issue.path === path || issue.path?.startsWith(`${path}/`)
    if (!isAbout || (accountId !== '' && issue.accountId !== undefined && issue.accountId !== accountId)) continue
    const network = (issue.network as Account['network'] | undefined) ?? null
    found.set(`${network} ${issue.message}`, { network, issue })
  }
  return [...found.values()]
}

/** Returns the path of an account's own files. Without any, it shows those of the post. */
const ownPath = (draft: Draft, accountId: string, places: readonly string[]): string =>
  draft.own[accountId]?.media ? `/platforms/${places.indexOf(accountId)}` : ''
