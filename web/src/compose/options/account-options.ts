import type { Result } from '@posthorn/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import type { Account, Draft } from '../draft/draft.ts'

type Options = Result<'getConnectionOptions'>

/** Fetches what the network offers for an account: boards, or possible audiences. Networks allow few such requests. */
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

/** Returns the Pinterest boards of an account. */
export const boardsOf = (options: Options | undefined): readonly Board[] =>
  ((options as { readonly boards?: readonly Board[] } | undefined)?.boards ?? []) as readonly Board[]

/** Returns the name of the board of an account's pin. Null on other networks, and until it is known. */
export function useBoardName(account: Account | null, { own }: Draft): string | null {
  const isPinned = account?.network === 'pinterest'
  const options = useQuery({ ...optionsQuery(account?.id ?? ''), enabled: isPinned })
  if (!isPinned) return null
  const { boardId } = { ...account.settings, ...own[account.id]?.settings } as { readonly boardId?: string }
  return boardsOf(options.data).find(({ id }) => id === boardId)?.name ?? null
}

interface Playlist {
  readonly id: string
  readonly title: string
}

/** Returns the playlists of a YouTube channel. */
export const playlistsOf = (options: Options | undefined): readonly Playlist[] => options?.playlists ?? []

/** The options of a TikTok account for its next post. */
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

/** The account, its settings, and a setter. */
export interface AccountOptionsProps {
  readonly account: Account
  readonly draft: Draft
  readonly settings: Readonly<Record<string, unknown>>
  /** Sets some of them. Undefined removes one. */
  readonly onSet: (changes: Readonly<Record<string, unknown>>) => void
}
