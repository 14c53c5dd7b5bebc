import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatDistance } from '#web/lib/time.ts'
import { Button, iconButtonStyle } from '#web/ui/button.tsx'
import { tell, tellFailure } from '#web/ui/toast.tsx'
import { type InboxAccount, inboxAccountsQuery } from './inbox-query.ts'

interface LookProps {
  readonly profileId: string
  readonly accounts: readonly InboxAccount[]
  /** A button with its name, where there is nothing else to do. */
  readonly isNamed?: boolean
}

const everyMs = 1_000
/** A network that is slower is still read. The list shows it then. */
const mostLooks = 15

/** Has the accounts read now, and shows what is new once they are. */
export function LookNow({ profileId, accounts, isNamed = false }: LookProps) {
  const { inbox: words } = useMessages('inbox')
  const queries = useQueryClient()
  const on = accounts.filter(({ isOn }) => isOn)
  const look = useMutation({
    mutationFn: async () => {
      const looks = await Promise.all(on.map(({ accountId: id }) => api.refreshInboxAccount({ id })))
      if (!looks.some(({ willRead }) => willRead)) return tell({ title: words.lookedJustNow })
      const before = new Map(on.map(({ accountId, readAt }) => [accountId, readAt]))
      const query = { ...inboxAccountsQuery(profileId), staleTime: 0 }
      for (let nth = 0; nth < mostLooks; nth += 1) {
        await new Promise((resolve) => setTimeout(resolve, everyMs))
        const now = await queries.fetchQuery(query)
        if (looks.every(({ willRead }, at) => !willRead || isRead(now, on[at], before))) break
      }
      await queries.invalidateQueries({ queryKey: ['inbox', profileId] })
    },
    onError: (error) => tellFailure(words.lookNow, error),
  })
  if (on.length === 0) return null
  const title = `${lastLookOf(on, words)}. ${words.lookNow}`
  if (isNamed)
    return (
      <Button isBusy={look.isPending} onClick={() => look.mutate()}>
        {words.lookNow}
      </Button>
    )
  return (
    <button
      type="button"
      aria-label={words.lookNow}
      title={title}
      aria-busy={look.isPending}
      onClick={() => look.isPending || look.mutate()}
      className={iconButtonStyle}
    >
      <Icon name="refresh" className={`size-4.5 ${look.isPending ? 'animate-spin' : ''}`} />
    </button>
  )
}

const isRead = (
  now: readonly InboxAccount[],
  account: InboxAccount | undefined,
  before: ReadonlyMap<string, string | null>,
): boolean => {
  const found = now.find(({ accountId }) => accountId === account?.accountId)
  return !found || found.problem !== null || found.readAt !== before.get(found.accountId)
}

type Words = ReturnType<typeof useMessages<'inbox'>>['inbox']

/** Says when the account was read that was read the longest ago. */
export function lastLookOf(accounts: readonly InboxAccount[], words: Words): string {
  const times = accounts.map(({ readAt }) => readAt)
  if (times.some((time) => time === null)) return words.neverLooked
  const [oldest = ''] = times.flatMap((time) => time ?? []).toSorted()
  return words.lastLook(formatDistance(oldest))
}
