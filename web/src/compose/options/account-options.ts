import type { Result } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import type { Account, Draft } from '../draft/draft.ts'

type Options = Result<'getConnectionOptions'>

/** Asks what an account offers at its network: boards, or who may see a post. Networks allow few of these questions. */
export const optionsQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['account-options', accountId],
    queryFn: () => api.getConnectionOptions({ accountId }),
    staleTime: 300_000,
    retry: false,
  })

interface Board {
  readonly id: string
  readonly name: string
  readonly sections: readonly { readonly id: string; readonly name: string }[] | null
}

/** Returns the boards of an account at Pinterest. */
export const boardsOf = (options: Options | undefined): readonly Board[] =>
  ((options as { readonly boards?: readonly Board[] } | undefined)?.boards ?? []) as readonly Board[]

interface Playlist {
  readonly id: string
  readonly title: string
}

/** Returns the playlists of a channel at YouTube. */
export const playlistsOf = (options: Options | undefined): readonly Playlist[] => options?.playlists ?? []

/** The choices that an account at TikTok has for its next post. */
interface Creator {
  readonly username: string | null
  readonly displayName: string | null
  readonly privacyLevels: readonly string[]
  readonly canAllowComment: boolean
  readonly canAllowDuet: boolean
  readonly canAllowStitch: boolean
  readonly maxVideoDurationMs: number | null
}

export const creatorOf = (options: Options | undefined): Creator | null =>
  (options as { readonly creator?: Creator } | undefined)?.creator ?? null

/** The account, what was chosen for it, and a way to choose. */
export interface AccountOptionsProps {
  readonly account: Account
  readonly draft: Draft
  readonly settings: Readonly<Record<string, unknown>>
  /** Sets some of them; undefined takes one back. */
  readonly onSet: (changes: Readonly<Record<string, unknown>>) => void
}
